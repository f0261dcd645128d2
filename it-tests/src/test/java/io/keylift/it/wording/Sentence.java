// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.wording;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A text in the sources that a user reads.
 *
 * @param place file and line
 * @param isDescription whether it describes a field or an option, instead of reporting something
 * @param text the text, with {@value #VALUE} in place of each value
 */
record Sentence(String place, boolean isDescription, String text) {

    /** Stands for a value that the text has at run time. */
    static final String VALUE = "\u2026";

    private static final Pattern READS_AS_TEXT = Pattern.compile("[A-Z`][^\n]* [^\n]* [^\n]*");
    private static final Pattern SQL = Pattern.compile("(?:CREATE|SET LOCAL) .*");
    private static final Pattern END = Pattern.compile("(?<=[.!?]) (?=[A-Z`" + VALUE + "])");

    /** Whether a text in the sources reads as a sentence, rather than as a name, a pattern or a statement of SQL. */
    static boolean isIn(String text) {
        return READS_AS_TEXT.matcher(text).matches() && !SQL.matcher(text).matches();
    }

    List<String> parts() {
        return List.of(END.split(text));
    }

    /** Whether the text ends with a value, which may bring a full stop along. */
    boolean isOpen() {
        return text.strip().endsWith(VALUE)
                || text.endsWith(" ")
                || text.strip().endsWith("%s");
    }

    @Override
    public String toString() {
        return place + ": " + text;
    }
}
