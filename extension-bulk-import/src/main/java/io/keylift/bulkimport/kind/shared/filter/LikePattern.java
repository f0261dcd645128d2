// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.filter;

import java.util.Locale;

/** Patterns of texts for comparisons in JPQL, in lower case. */
public final class LikePattern {

    /** What follows a pattern in JPQL. A backslash would mean something else to some databases. */
    public static final String ESCAPE = " escape '!'";

    private LikePattern() {}

    /** Texts that contain this one. */
    public static String infix(String text) {
        return "%" + literal(text) + "%";
    }

    /** Texts that contain this one, in which a star stands for anything. */
    static String wildInfix(String text) {
        return "%" + wild(text) + "%";
    }

    /** Texts that begin as this one, in which a star stands for anything. */
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
