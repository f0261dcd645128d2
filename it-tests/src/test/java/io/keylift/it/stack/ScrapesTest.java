// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The scrape configuration of Prometheus. */
class ScrapesTest {

    private static final JsonNode QUERIES = Stack.yaml(Stack.CONF.resolve("postgres-exporter/queries.yaml"));
    private static final JsonNode PROMETHEUS = Stack.yaml(Stack.CONF.resolve("prometheus/prometheus.yml"));

    static Stream<String> queriesWithCounters() {
        return Stack.fields(QUERIES).entrySet().stream()
                .filter(query -> query.getValue()
                        .path("metrics")
                        .findValuesAsText("usage")
                        .contains("COUNTER"))
                .map(Map.Entry::getKey);
    }

    /** A query that returns only the first rows has rows that come and go, so no rate over them is true. */
    @ParameterizedTest
    @MethodSource("queriesWithCounters")
    void aCounterIsNoneOfTheLargestFew(String query) {
        assertThat(QUERIES.path(query).path("query").asText())
                .doesNotContainIgnoringCase("limit ")
                .doesNotContainIgnoringCase("fetch first");
    }

    /** Each look-up of a service whose profile is off fails and is a line in the log. */
    @Test
    void whatMayBeOffIsLookedUpNoMoreThanOnceAMinute() {
        int lookups = 0;
        for (JsonNode job : PROMETHEUS.path("scrape_configs")) {
            for (JsonNode lookup : job.path("dns_sd_configs")) {
                for (String name : Stack.texts(lookup.path("names"))) {
                    boolean mayBeOff = !Stack.service(name).path("profiles").isEmpty();
                    assertThat(lookup.path("refresh_interval").asText())
                            .as("how often %s is looked up", name)
                            .isEqualTo(mayBeOff ? "1m" : "15s");
                    lookups++;
                }
            }
        }
        assertThat(lookups).isGreaterThan(4);
    }
}
