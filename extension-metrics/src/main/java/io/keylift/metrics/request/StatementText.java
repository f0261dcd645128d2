// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.regex.Pattern;

/**
 * Removes from SQL what differs between executions of one statement: values, comments, white space, and the length of
 * lists of values. Keycloak binds values as parameters. Statements of other providers may contain them, and a value can
 * be a secret.
 */
final class StatementText {

    /** Maximum length of the result. */
    private static final int LENGTH = 2000;

    /** Longer statements are cut before anything else: nothing but a list of values is as long. */
    private static final int READ = 16_384;

    private static final String VALUE = "?";

    /**
     * A literal in quotes. A backslash escapes a quote in some databases: where it does not, more is removed than
     * necessary, but never less. A literal without an end has all the rest. Each repeated group is possessive: Java
     * recurses for each repetition of another, so a long statement would overflow the stack.
     */
    private static final Pattern QUOTED = Pattern.compile("'(?:[^'\\\\]|''|\\\\.?)*+(?:'|$)", Pattern.DOTALL);

    /** A literal of PostgreSQL in dollars. */
    private static final Pattern IN_DOLLARS = Pattern.compile("\\$(\\w*)\\$.*?(?:\\$\\1\\$|$)", Pattern.DOTALL);

    private static final Pattern COMMENT = Pattern.compile("/\\*.*?(?:\\*/|$)|--[^\\n]*", Pattern.DOTALL);

    /** A number, which is no part of a name. */
    private static final Pattern NUMBER = Pattern.compile("(?<![\\w$.])\\d[\\w.]*");

    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Pattern VALUES = Pattern.compile("\\?(?: ?, ?\\?)++");
    private static final Pattern ROWS = Pattern.compile("(\\([^()]*\\))(?: ?, ?\\1)++");

    private StatementText() {}

    static String of(String sql) {
        String text = sql.length() <= READ ? sql : sql.substring(0, READ);
        text = QUOTED.matcher(text).replaceAll(VALUE);
        text = IN_DOLLARS.matcher(text).replaceAll(VALUE);
        text = COMMENT.matcher(text).replaceAll(" ");
        text = NUMBER.matcher(text).replaceAll(VALUE);
        text = SPACE.matcher(text).replaceAll(" ").strip();
        text = VALUES.matcher(text).replaceAll("?,...");
        text = ROWS.matcher(text).replaceAll("$1,...");
        return text.length() <= LENGTH ? text : text.substring(0, LENGTH);
    }
}
