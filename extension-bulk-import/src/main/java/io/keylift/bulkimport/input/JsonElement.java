// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

/**
 * Finds the end of one array element by its strings and brackets alone, without judging the rest.
 *
 * <p>An element with brackets that don't match must affect as few of its neighbors as possible:
 * <ul>
 * <li>A closing bracket closes the innermost open bracket of its kind and all those left open within it:
 *     {@code {"a":[1}} ends with its {@code }}.
 * <li>A closing bracket without an open counterpart in the element is part of the element and closes nothing: the
 *     surplus {@code }} of {@code {"a":1}}}, and also the {@code ]} of {@code {"a":1]}}, which does not end the whole
 *     array. Only a {@code ]} outside of all brackets does that.
 * </ul>
 * So a wrong or surplus bracket makes one element malformed. A missing bracket or quote can't be told from one that
 * comes later: the element includes the following ones until something closes it, the record is too long or the body
 * ends.
 */
final class JsonElement {

    static final int MAX_DEPTH = 1000;

    private final byte[] open = new byte[MAX_DEPTH];
    private int depth;
    private int braces;
    private long beyond;
    private boolean tooDeep;
    private boolean inString;
    private boolean escaped;

    void start() {
        depth = 0;
        braces = 0;
        beyond = 0;
        tooDeep = false;
        inString = false;
        escaped = false;
    }

    boolean isTooDeep() {
        return tooDeep;
    }

    /** The index of the next comma, whitespace or closing square bracket outside of all brackets, or {@code to}. */
    int scan(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            byte b = bytes[i];
            if (inString) {
                if (escaped) {
                    escaped = false;
                } else if (b == '\\') {
                    escaped = true;
                } else if (b == '"') {
                    inString = false;
                }
                continue;
            }
            switch (b) {
                case '"' -> inString = true;
                case '{', '[' -> open(b);
                case '}' -> close((byte) '{');
                case ']' -> {
                    if (depth == 0) {
                        return i;
                    }
                    close((byte) '[');
                }
                case ',', ' ', '\n', '\r', '\t' -> {
                    if (depth == 0) {
                        return i;
                    }
                }
                default -> {
                    /* inside a number, a literal or nonsense */
                }
            }
        }
        return to;
    }

    private void open(byte bracket) {
        if (depth == MAX_DEPTH) {
            tooDeep = true;
            beyond++; // too deep to keep the types of these brackets: only their number is known
            return;
        }
        open[depth++] = bracket;
        braces += bracket == '{' ? 1 : 0;
    }

    private void close(byte bracket) {
        if (beyond > 0) {
            beyond--;
            return;
        }
        // The count of open brackets of this kind avoids a search of the stack for each surplus bracket.
        int ofThisKind = bracket == '{' ? braces : depth - braces;
        if (ofThisKind == 0) {
            return;
        }
        byte closed;
        do {
            closed = open[--depth];
            braces -= closed == '{' ? 1 : 0;
        } while (closed != bracket);
    }
}
