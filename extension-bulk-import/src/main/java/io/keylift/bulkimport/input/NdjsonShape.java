// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Recognizes a body that has no record in its first lines, such as a JSON array, an object over several
 * lines, or LDIF. Otherwise each of its lines would be a reject of its own. Where the first line may be a record, it
 * waits for no other; a bad line among records is a matter of that line.
 */
final class NdjsonShape {

    private static final String CODE = "not_ndjson";
    private static final int MOST_LINES = 20;

    /** A few bad lines can be all of an input. */
    private static final int FEWEST_LINES = 4;

    private static final Pattern OPEN_ARRAY = Pattern.compile("(?s)\\[(\\s*\\{(.*[^]])?)?");
    private static final Pattern FIELD = Pattern.compile("(?s)\"[^\"]{0,200}\"\\s*:.*");
    private static final Pattern LDIF = Pattern.compile("(?is)dn::?.*");

    private final ByteSource source;
    private int at;

    private NdjsonShape(ByteSource source) {
        this.source = source;
        at = source.position;
    }

    /** @throws InputException {@code not_ndjson} */
    static void require(ByteSource source) throws InputException {
        new NdjsonShape(source).require();
    }

    private void require() throws InputException {
        String first = nextLine();
        if (first == null || first.startsWith("{") && first.endsWith("}")) {
            return;
        }
        if (first.startsWith("{") || OPEN_ARRAY.matcher(first).matches()) {
            requireRecordAfter(first);
        } else {
            requireRecordAmong(first);
        }
    }

    private void requireRecordAfter(String first) throws InputException {
        String second = nextLine();
        if (second == null || !first.startsWith("[") && !FIELD.matcher(second).matches() || hasRecord(first, second)) {
            return;
        }
        if (first.startsWith("[")) {
            throw new InputException(
                    CODE, "The body is a JSON array over several lines. Send it as `Content-Type: application/json`.");
        }
        throw new InputException(
                CODE,
                "The body is a JSON object over several lines. Write each record into one line, as `jq -c .` does."
                        + " Send a document of Keycloak as `Content-Type: application/json` to `bulk-import` without a"
                        + " kind.");
    }

    /** Neither an array nor an object could go on with a whole object, unless the line before it asks for one. */
    private boolean hasRecord(String first, String second) {
        String before = first;
        String line = second;
        for (int i = 1; line != null && i < MOST_LINES; i++) {
            if (line.startsWith("{") && line.endsWith("}") && ",[:".indexOf(before.charAt(before.length() - 1)) < 0) {
                return true;
            }
            before = line;
            line = nextLine();
        }
        return false;
    }

    private void requireRecordAmong(String first) throws InputException {
        List<String> lines = new ArrayList<>();
        for (String line = first; line != null && lines.size() < MOST_LINES; line = nextLine()) {
            if (line.startsWith("{")) {
                return;
            }
            lines.add(line);
        }
        if (lines.size() < FEWEST_LINES) {
            return;
        }
        boolean ldif = lines.stream().anyMatch(line -> LDIF.matcher(line).matches());
        throw new InputException(
                CODE,
                ldif
                        ? "The body is LDIF. Write each entry as a JSON object into one line."
                        : "None of the first " + lines.size()
                                + " lines is a JSON object. Send CSV as `Content-Type: text/csv`, and a JSON array as"
                                + " `application/json`.");
    }

    /** The next line that is not blank, without the blanks around it; {@code null} at the end of the buffer. */
    private String nextLine() {
        while (true) {
            int from = at;
            skipToLineEnd();
            if (at == source.end && !source.isAtEnd()) {
                return null;
            }
            String line = new String(source.bytes, from, at - from, StandardCharsets.UTF_8).strip();
            if (!line.isEmpty()) {
                return line;
            }
            if (at == source.end) {
                return null;
            }
            at++;
        }
    }

    private void skipToLineEnd() {
        while (at < source.end || source.buffersMore()) {
            if (source.bytes[at] == '\n') {
                return;
            }
            at++;
        }
    }
}
