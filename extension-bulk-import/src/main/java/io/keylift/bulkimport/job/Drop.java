// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Parts that an import drops from a record with a warning, instead of rejecting the record. */
public enum Drop {
    /** Attributes that no administrator of the realm can write. */
    UNWRITABLE_ATTRIBUTES,
    /** References to objects that the realm does not have, in fields that grant something. */
    UNKNOWN_REFERENCES,
    /** Fields that records of the kind do not have. */
    UNKNOWN_FIELDS,
    /** Passwords whose hash the server cannot verify. */
    UNKNOWN_HASHES;

    /** The value of the parameter {@code drop}, such as {@code unknown-fields}. */
    public String value() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Values in their order, separated by commas; empty for none. */
    public static String text(Set<Drop> drops) {
        return drops.stream().sorted().map(Drop::value).collect(Collectors.joining(","));
    }

    /**
     * Reads a text of {@link #text}, with its values in any order.
     *
     * @throws IllegalArgumentException if the text has an unknown value, or one twice
     */
    public static Set<Drop> read(String text) {
        Set<Drop> drops = EnumSet.noneOf(Drop.class);
        for (String value : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            Drop drop = Arrays.stream(values())
                    .filter(each -> each.value().equals(value))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("Unknown value"));
            if (!drops.add(drop)) {
                throw new IllegalArgumentException("Value given twice");
            }
        }
        return drops;
    }
}
