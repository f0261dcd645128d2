// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * How many objects a mirror may remove.
 *
 * @param value number of objects, or percentage of the objects within its scope
 * @param isShare whether the value is a percentage
 */
public record RemovalLimit(BigDecimal value, boolean isShare) {

    /** One in a thousand. */
    public static final RemovalLimit DEFAULT = new RemovalLimit(new BigDecimal("0.1"), true);

    /**
     * Number of objects, rounded down.
     *
     * @param inScope number of objects within the scope
     */
    long of(long inScope) {
        return isShare
                ? value.movePointLeft(2)
                        .multiply(BigDecimal.valueOf(inScope))
                        .setScale(0, RoundingMode.DOWN)
                        .longValue()
                : value.longValue();
    }

    /** The value as a caller gives it. */
    @Override
    public String toString() {
        return value.toPlainString() + (isShare ? "%" : "");
    }
}
