// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;

/** Records that are the elements of a JSON array, or of several ones in a row. */
final class OriginalElements implements Originals {

    /** Numbers stay as they are written. */
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final JsonParser parser;
    private long number;
    private String text;

    OriginalElements(InputStream in) throws IOException {
        parser = JSON.createParser(in);
    }

    @Override
    public String text(long line, long fileLine) throws IOException {
        if (fileLine > 0) {
            return null; // of a document of Keycloak, whose records are not those of the file
        }
        while (number < line) {
            JsonToken token = parser.nextToken();
            if (token == null) {
                return null;
            }
            if (token == JsonToken.START_ARRAY
                            && parser.getParsingContext().getParent().inRoot()
                    || token == JsonToken.END_ARRAY) {
                continue;
            }
            number++;
            if (number == line) {
                text = JSON.readTree(parser).toString();
            } else {
                parser.skipChildren();
            }
        }
        return number == line ? text : null;
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
