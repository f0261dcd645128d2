// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.filter;

import java.util.Locale;

/** Patterns of texts for comparisons in JPQL, in lower case. */
public final class LikePattern {

    /** JPQL after a pattern. It replaces the backslash, which some databases interpret otherwise. */
    public static final String ESCAPE = " escape '!'";

    private LikePattern() {}

    /** Matches texts that contain this one. */
    public static String infix(String text) {
        return "%" + literal(text) + "%";
    }

    /** Matches texts that contain this one, in which a star stands for any characters. */
    static String wildInfix(String text) {
        return "%" + wild(text) + "%";
    }

    /** Matches texts that begin with this one, in which a star stands for any characters. */
    public static String wildPrefix(String text) {
        return text.endsWith("*") ? wild(text) : wild(text) + "%";
    }

    private static String wild(String text) {
        return literal(text).replace('*', '%');
    }

    private static String literal(String text) {
        return lower(text).replace("!", "!!").replace("%", "!%").replace("_", "!_");
    }

    public static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
