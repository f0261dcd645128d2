// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Rates of one service of one server: each is the one before times a factor, until one breaks the SLO. If the first one
 * breaks it, lower ones follow until one holds it.
 *
 * @param first arrivals a second
 * @param growth factor, greater than 1
 * @param most steps at most
 */
record Ramp(double first, double growth, int most) {

    /** The rate to measure after these steps of the same ramp, in their order; nothing if the ramp is over. */
    OptionalDouble next(List<Step> done) {
        if (done.size() >= most) {
            return OptionalDouble.empty();
        }
        long held = done.stream().filter(Step::held).count();
        if (held > 0 && held < done.size()) {
            return OptionalDouble.empty();
        }
        int exponent = held == 0 ? -done.size() : done.size();
        return OptionalDouble.of(Numbers.significant(first * Math.pow(growth, exponent)));
    }
}
