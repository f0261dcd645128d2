// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The response to an import.
 *
 * @param lines lines of the response, or the body of an error
 * @param broken whether the connection broke before the response was complete
 */
public record ImportAnswer(int status, List<JsonNode> lines, boolean broken) {

    private static final List<String> OUTCOMES =
            List.of("added", "updated", "removed", "skipped", "rejected", "same", "different", "missing", "extra");

    public List<JsonNode> ofType(String type) {
        return lines.stream()
                .filter(line -> line.path("type").asText().equals(type))
                .toList();
    }

    public List<JsonNode> chunks() {
        return ofType("chunk");
    }

    public List<JsonNode> rejects() {
        return ofType("reject");
    }

    /**
     * By line, what became of each record: its outcome, or code and pointer of its reject. Needs {@code results=all}.
     */
    public SortedMap<Integer, String> outcomes() {
        SortedMap<Integer, String> outcomes = new TreeMap<>();
        ofType("record")
                .forEach(line -> outcomes.put(
                        line.get("line").asInt(), line.get("outcome").asText()));
        rejects()
                .forEach(line -> outcomes.put(
                        line.get("line").asInt(),
                        line.get("code").asText() + " " + line.get("pointer").asText()));
        return outcomes;
    }

    /** The last line, which says how the import ended. */
    public JsonNode summary() {
        assertThat(lines).as("answer with status %d", status).isNotEmpty();
        JsonNode last = lines.get(lines.size() - 1);
        assertThat(last.path("type").asText())
                .as("type of the last line, %s", last)
                .isEqualTo("summary");
        return last;
    }

    /** Status of the import and, if it ended before its time, the code that says why. */
    public String end() {
        JsonNode summary = summary();
        return summary.path("status").asText()
                + (summary.has("code") ? " " + summary.get("code").asText() : "");
    }

    /** Message of an error in Keycloak's own form. */
    public String errorMessage() {
        assertThat(lines).as("answer with status %d", status).hasSize(1);
        return lines.get(0).path("errorMessage").asText();
    }

    public long count(String outcome) {
        return summary().path(outcome).asLong();
    }

    /** Law 1: what the summary says adds up, and is what the chunks say together. */
    public ImportAnswer addsUp() {
        long sum = OUTCOMES.stream().mapToLong(this::count).sum();
        assertThat(count("read")).isEqualTo(sum);
        if (!chunks().isEmpty()) {
            for (String outcome : OUTCOMES) {
                assertThat(chunks().stream()
                                .mapToLong(chunk -> chunk.path(outcome).asLong())
                                .sum())
                        .as(outcome)
                        .isEqualTo(count(outcome));
            }
        }
        return this;
    }
}
