// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes from SQL what differs between executions of one statement: values, comments, white space, and the length of
 * lists of values. Keycloak binds values as parameters. Statements of other providers may contain them, and a value can
 * be a secret.
 */
final class StatementText {

    /** Maximum length of the result. */
    private static final int LENGTH = 2000;

    /** Longer statements are cut before they are normalized: only a list of values is as long. */
    private static final int READ = 16_384;

    private static final String VALUE = "?";

    /**
     * A literal in quotes. Databases differ about a backslash before a quote, so the literal then has all the rest, as
     * has one without an end. Each repeated group is possessive: Java recurses for each repetition of another, so a
     * long statement would overflow the stack.
     */
    private static final String QUOTED = "'(?:[^'\\\\]|''|\\\\[^'])*+(?:'|\\\\(?:'.*+)?|\\z)";

    /** A literal of PostgreSQL in dollars, which are not those of a name. */
    private static final String IN_DOLLARS =
            "(?:\\G|(?<![\\w$]))\\$(?<tag>(?:[\\p{L}_][\\p{L}\\p{N}_]*+)?)\\$.*?(?:\\$\\k<tag>\\$|\\z)";

    /** A name in quotes that does not end. */
    private static final String OPEN_NAME = "[\"`].*+";

    /** Databases differ about a comment in a comment, one after {@code #}, and one without a blank: it has the rest. */
    private static final String COMMENT =
            "/\\*(?:[^*/]|\\*(?!/)|/(?!\\*))*+(?:\\*/|/.*+|\\z)|--(?:(?=\\s)[^\\n]*+|.*+)|#.*+";

    private static final String NAME = "\"[^\"]*+\"|`[^`]*+`";

    /** From left to right: a quote in a comment begins no literal, and a literal contains no comment. */
    private static final Pattern TOKEN = Pattern.compile(
            "(" + NAME + ")|(" + QUOTED + "|" + IN_DOLLARS + "|" + OPEN_NAME + ")|" + COMMENT, Pattern.DOTALL);

    /** A number, which is no part of a name. */
    private static final Pattern NUMBER = Pattern.compile("(?<![\\w$.])\\d[\\w.]*");

    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Pattern VALUES = Pattern.compile("\\?(?: ?, ?\\?)++");
    private static final Pattern ROWS = Pattern.compile("(\\([^()]*\\))(?: ?, ?\\1)++");

    private StatementText() {}

    static String of(String sql) {
        String text = sql.length() <= READ ? sql : sql.substring(0, READ);
        text = TOKEN.matcher(text).replaceAll(StatementText::withoutValue);
        text = NUMBER.matcher(text).replaceAll(VALUE);
        text = SPACE.matcher(text).replaceAll(" ").strip();
        text = VALUES.matcher(text).replaceAll("?,...");
        text = ROWS.matcher(text).replaceAll("$1,...");
        return text.length() <= LENGTH ? text : text.substring(0, LENGTH);
    }

    private static String withoutValue(MatchResult token) {
        String name = token.group(1);
        String value = token.group(2);
        if (name != null) {
            return Matcher.quoteReplacement(name);
        }
        return value == null ? " " : VALUE;
    }
}
