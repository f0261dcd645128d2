// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The fields that tell which object a record is about, of kinds whose records do not refer to each other. Records of
 * the same object belong to the same stream, in their order.
 */
public final class RecordKey {

    private static final List<String> USER = List.of("username", "email", "userId");

    private static final Map<String, List<String>> FIELDS = Map.of(
            "users", List.of("username", "email", "id"),
            "user-changes", USER,
            "user-capabilities", USER,
            "group-members", USER,
            "organization-members", USER,
            "department-members", USER,
            "organizations", List.of("alias", "name", "id"));

    private record Key(String field, String value) {}

    private final List<String> fields;

    private RecordKey(List<String> fields) {
        this.fields = fields;
    }

    /** @throws InputFailure if records of the kind may refer to each other */
    public static RecordKey of(String kind) throws InputFailure {
        List<String> fields = kind == null ? null : FIELDS.get(kind);
        if (fields == null) {
            throw new InputFailure("Records of " + (kind == null ? "several kinds" : kind)
                    + " may refer to each other, so they go in one stream. Use one stream, or split one of "
                    + String.join(", ", FIELDS.keySet().stream().sorted().toList()));
        }
        return new RecordKey(fields);
    }

    /** Reads the keys of one pass over an input. */
    Reader reader() {
        return new Reader();
    }

    /** Not safe for use by several threads. */
    final class Reader {

        private final JsonFactory json = new JsonFactory();
        private String used;

        /** A hash of the key, equal on every machine; 0 for a line without a key, which the server rejects. */
        int hash(Line line) throws IOException {
            Key key = key(line);
            if (key == null) {
                return 0;
            }
            if (used == null) {
                used = key.field();
            } else if (!used.equals(key.field())) {
                throw new InputFailure("Line " + line.number() + " has `" + key.field()
                        + "` as its key, and lines before it have `" + used
                        + "`. Two of them may be about the same object, so send this input in one stream.");
            }
            CRC32 hash = new CRC32();
            hash.update(key.value().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
            return (int) hash.getValue();
        }

        /** The first of the fields that the record has, or {@code null}. */
        private Key key(Line line) throws IOException {
            int best = fields.size();
            String value = null;
            try (JsonParser parser = json.createParser(line.bytes(), line.offset(), line.length())) {
                if (parser.nextToken() != JsonToken.START_OBJECT) {
                    return null;
                }
                while (best > 0 && parser.nextToken() == JsonToken.FIELD_NAME) {
                    int index = fields.indexOf(parser.currentName());
                    JsonToken token = parser.nextToken();
                    if (index >= 0 && index < best && token == JsonToken.VALUE_STRING) {
                        best = index;
                        value = parser.getText();
                    } else {
                        parser.skipChildren();
                    }
                }
            } catch (JsonProcessingException e) {
                return null;
            }
            return value == null ? null : new Key(fields.get(best), value);
        }
    }
}
