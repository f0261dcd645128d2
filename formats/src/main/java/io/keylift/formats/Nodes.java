// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** JSON of inputs, whose objects know what was read of them, and of outputs. */
final class Nodes {

    /** Longest record, in bytes or characters; the server's limit is lower. */
    static final int LONGEST = 20 * 1024 * 1024;

    static final ObjectMapper INPUT = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(LONGEST)
                            .maxNestingDepth(200)
                            .build())
                    .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .nodeFactory(new Seen.Factory())
            .build();

    private static final ObjectMapper PLAIN = new ObjectMapper();

    private Nodes() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static JsonNode parse(byte[] json) {
        try {
            return PLAIN.readTree(json);
        } catch (IOException e) {
            throw new IllegalArgumentException("Not JSON", e);
        }
    }

    static byte[] bytes(JsonNode node) {
        try {
            return PLAIN.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("Not to be written as JSON", e);
        }
    }

    static String text(JsonNode node) {
        return new String(bytes(node), StandardCharsets.UTF_8);
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
