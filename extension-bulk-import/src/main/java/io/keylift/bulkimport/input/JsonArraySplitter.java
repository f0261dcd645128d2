// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import java.io.IOException;

/**
 * The elements of a top-level array, or of several one after the other, such as pages of Keycloak's {@code GET
 * users}. {@link JsonElement} finds where an element ends. Between elements there is one
 * comma and any whitespace, which belongs to no element and counts towards no limit.
 */
final class JsonArraySplitter implements Splitter {

    private static final byte[] SPACE = {' '};

    private static final String OBJECT = "The body is not a JSON array. For one JSON object per line, send"
            + " `Content-Type: application/x-ndjson`. If the array is in a field of an object, take it out, as"
            + " `jq .users` does. A document of Keycloak's export goes to `bulk-import` without a kind.";

    private static final String OTHER =
            "The body is neither a JSON array nor an object. Send one JSON object per line as `Content-Type:"
                    + " application/x-ndjson`, and CSV as `text/csv`.";

    private final ByteSource source;
    private final int maxRecordBytes;
    private final RecordBuffer buffer;
    private final JsonElement element = new JsonElement();
    private long line;
    private boolean empty = true;
    private boolean closed;

    /** @throws InputException {@code not_an_array} */
    JsonArraySplitter(ByteSource source, InputLimits limits) throws IOException {
        this.source = source;
        this.maxRecordBytes = limits.maxRecordBytes();
        this.buffer = new RecordBuffer(limits);
        int first = source.skipWhitespace();
        if (first != '[') {
            throw new InputException("not_an_array", first == '{' ? OBJECT : OTHER);
        }
        source.position++;
    }

    @Override
    public InputRecord next() throws IOException {
        InputRecord element = nextElement();
        while (element != null
                && element.json() != null
                && ExportLines.isOne(element.json(), 0, element.json().length)) {
            element = nextElement();
        }
        return element;
    }

    private InputRecord nextElement() throws IOException {
        while (!closed || opensNext()) {
            switch (source.skipWhitespace()) {
                case -1 ->
                    throw new InputException(
                            "truncated_array",
                            "The body ends before the end of its array, after " + line
                                    + " elements. Send the whole array.");
                case ',' -> {
                    source.position++;
                    return emptyElement();
                }
                case ']' -> {
                    source.position++;
                    closed = true;
                    if (!empty) {
                        return emptyElement();
                    }
                }
                default -> {
                    line++;
                    empty = false;
                    return readElement();
                }
            }
        }
        return null;
    }

    private InputRecord readElement() throws IOException {
        buffer.clear();
        element.start();
        boolean gap = false;
        while (source.hasMore()) {
            int from = source.position;
            int to = element.scan(source.bytes, from, source.end);
            source.position = to;
            if (to > from) {
                if (gap) {
                    // Whitespace outside of all brackets is kept, as one space, only if the element continues after it.
                    // Such an element is malformed, and joining its two tokens must not make it well-formed.
                    buffer.append(SPACE, 0, 1);
                    gap = false;
                }
                buffer.append(source.bytes, from, to);
            }
            if (to < source.end) {
                byte stop = source.bytes[source.position++];
                if (stop == ',' || stop == ']') {
                    closed = stop == ']';
                    return record();
                }
                gap = true;
            }
        }
        return InputRecord.fault(line, "truncated_record", "The body ends inside this element");
    }

    private InputRecord record() {
        if (element.isTooDeep()) {
            return InputRecord.fault(
                    line, "record_too_deep", "The element has more than " + JsonElement.MAX_DEPTH + " levels");
        }
        return buffer.isTooLong() ? InputRecord.tooLong(line, maxRecordBytes) : InputRecord.of(line, buffer.copy());
    }

    private InputRecord emptyElement() {
        empty = false;
        return InputRecord.fault(++line, "malformed_json", "A value between two commas or brackets is missing");
    }

    /** Whether another array follows. */
    private boolean opensNext() throws IOException {
        switch (source.skipWhitespace()) {
            case -1 -> {
                return false;
            }
            case '[' -> {
                source.position++;
                closed = false;
                empty = true;
                return true;
            }
            default ->
                throw new InputException(
                        "trailing_content",
                        "The body continues after the end of the array, and not with another one. Remove what follows"
                                + " the array.");
        }
    }
}
