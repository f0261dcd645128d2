// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;

/**
 * Records of JSON: elements of arrays, objects one after the other, and elements of lists within objects, of which only
 * one is in memory at a time. An object that has none of the lists is a record itself.
 */
final class JsonRecords {

    private final List<String> lists;
    private final RecordSink sink;

    private boolean listed;

    /**
     * @param lists paths of the lists, such as {@code /Users} or {@code /orgs/*}{@code /humanUsers}, where {@code *} is
     *     any element of the list above
     */
    JsonRecords(List<String> lists, RecordSink sink) {
        this.lists = lists;
        this.sink = sink;
    }

    /** Reads all values. A syntax error ends it: nothing tells where the next record begins. */
    void read(JsonParser parser) throws IOException {
        try {
            values(parser);
        } catch (JsonProcessingException e) {
            sink.problem("malformed_json", Malformed.message(e), Malformed.line(e), true);
        }
    }

    /** Reads the values of one line; the next line does not depend on it. */
    void readLine(JsonParser parser, long line) throws IOException {
        try {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                value(parser, line, true);
            } else {
                sink.problem("malformed_json", "The line is no JSON object", line, false);
            }
        } catch (JsonProcessingException e) {
            sink.problem("malformed_json", Malformed.message(e), line, false);
        }
    }

    private void values(JsonParser parser) throws IOException {
        while (parser.nextToken() != null) {
            if (parser.currentToken() == JsonToken.START_ARRAY) {
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    value(parser, line(parser), false);
                }
            } else {
                value(parser, line(parser), false);
            }
        }
    }

    /** @param alone whether nothing may follow */
    private void value(JsonParser parser, long line, boolean alone) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            sink.problem("not_an_object", "A record must be a JSON object", line, false);
            return;
        }
        listed = false;
        ObjectNode object = object(parser, "");
        if (alone && parser.nextToken() != null) {
            sink.problem("malformed_json", "The line goes on behind its JSON object", line, false);
        } else if (!listed) {
            sink.record(object, line, "", Nodes.object());
        }
    }

    /** The fields of an object that are no lists of records. */
    private ObjectNode object(JsonParser parser, String path) throws IOException {
        if (lists.stream().noneMatch(list -> list.startsWith(path + "/"))) {
            return parser.readValueAsTree();
        }
        ObjectNode object = Nodes.INPUT.createObjectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            String at = path + "/" + name;
            parser.nextToken();
            boolean leads = lists.stream().anyMatch(list -> list.equals(at) || list.startsWith(at + "/"));
            if (leads && parser.currentToken() == JsonToken.START_ARRAY) {
                list(parser, at, object);
            } else if (leads && parser.currentToken() == JsonToken.START_OBJECT) {
                object.set(name, object(parser, at));
            } else {
                JsonNode value = parser.readValueAsTree();
                object.set(name, value);
            }
        }
        return object;
    }

    private void list(JsonParser parser, String at, ObjectNode parent) throws IOException {
        listed = true;
        boolean inner = lists.stream().anyMatch(list -> list.startsWith(at + "/*/"));
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            long line = line(parser);
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                parser.skipChildren();
                sink.problem("not_an_object", "An element of `" + at + "` must be a JSON object", line, false);
            } else if (inner) {
                sink.record(object(parser, at + "/*"), line, at, parent);
            } else {
                ObjectNode element = parser.readValueAsTree();
                sink.record(element, line, at, parent);
            }
        }
    }

    private static long line(JsonParser parser) {
        return parser.currentTokenLocation().getLineNr();
    }
}
