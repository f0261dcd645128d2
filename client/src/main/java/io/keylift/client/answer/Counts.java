// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.answer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How many records had which outcome. */
public record Counts(long read, Map<String, Long> outcomes) {

    private static final List<String> NAMES =
            List.of("added", "updated", "removed", "skipped", "same", "different", "missing", "extra", "rejected");

    public static final Counts NONE = new Counts(0, Map.of());

    /** The counts of a line, in which {@code read} may be missing. */
    public static Counts of(JsonNode json) {
        Map<String, Long> outcomes = new LinkedHashMap<>();
        long sum = 0;
        for (String name : NAMES) {
            if (json.has(name)) {
                long count = json.path(name).asLong();
                outcomes.put(name, count);
                sum += name.equals("extra") ? 0 : count;
            }
        }
        return new Counts(json.path("read").asLong(sum), outcomes);
    }

    /** 0 for an outcome that the operation does not have. */
    public long of(String outcome) {
        return outcomes.getOrDefault(outcome, 0L);
    }

    public long rejected() {
        return of("rejected");
    }

    public Counts plus(Counts other) {
        Map<String, Long> sums = new LinkedHashMap<>(outcomes);
        other.outcomes.forEach((name, count) -> sums.merge(name, count, Long::sum));
        return new Counts(read + other.read, sums);
    }
}
