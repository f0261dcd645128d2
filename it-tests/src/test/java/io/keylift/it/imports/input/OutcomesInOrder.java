// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads a response with {@code results=all} of any length: one outcome for each line of the input, in the same order.
 */
final class OutcomesInOrder {

    private final Map<String, Long> counts = new TreeMap<>();
    private long lines;
    private JsonNode last = AdminHttp.JSON.missingNode();

    void take(String text) {
        last = parse(text);
        if (last.has("line")) {
            lines++;
            assertThat(last.path("line").asLong())
                    .as("line of the next outcome, %s", last)
                    .isEqualTo(lines);
            String type = last.path("type").asText();
            counts.merge(
                    type.equals("reject") ? "rejected" : last.path("outcome").asText(), 1L, Long::sum);
        }
    }

    /** How many outcomes there were of each sort. */
    Map<String, Long> counts() {
        return counts;
    }

    /** The last line of the answer. */
    JsonNode last() {
        return last;
    }

    private static JsonNode parse(String line) {
        try {
            return AdminHttp.JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("Not JSON: " + line, e);
        }
    }
}
