// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Which traces the collector keeps, as its configuration says it. Whether it does is tried with a real collector. */
class TailSamplingTest {

    private static final JsonNode SAMPLING =
            Stack.yaml(Stack.CONF.resolve("otel/collector.yaml")).at("/processors/tail_sampling");

    /** A condition on a name that no span has is never met. */
    @Test
    void eachConditionIsOnAnAttributeThatIsDocumented() throws IOException {
        String page = Files.readString(Stack.ROOT.resolve("docs/timings.md"));
        Matcher attributes = Pattern.compile("attributes\\[\"([^\"]+)\"]")
                .matcher(SAMPLING.toString().replace("\\\"", "\""));
        List<String> names =
                attributes.results().map(found -> found.group(1)).distinct().toList();

        assertThat(names)
                .hasSize(4)
                .allSatisfy(name -> assertThat(page)
                        .contains("`" + name.replaceFirst("^(keycloak\\.request\\.phase)\\.\\w+$", "$1.<phase>") + "`")
                        .contains("`" + name.replaceFirst("^keycloak\\.request\\.phase\\.", "") + "`"));
    }

    /** The page names each policy, and no other. */
    @Test
    void thePoliciesAreDocumented() throws IOException {
        String page = Files.readString(Stack.ROOT.resolve("docs/dashboards-and-alerts.md"));
        String section =
                page.replaceFirst("(?s).*\n### Which traces are kept\n", "").replaceFirst("(?s)\n##.*", "");

        assertThat(Pattern.compile("(?m)^\\| `([a-z-]+)` ")
                        .matcher(section)
                        .results()
                        .map(row -> row.group(1)))
                .containsExactlyElementsOf(SAMPLING.path("policies").findValuesAsText("name"));
    }

    /** A trace of a request has some 15 spans of up to 2 kB. Half of the memory is for work. */
    @Test
    void theTracesThatWaitFitIntoTheMemory() {
        JsonNode collector = Stack.service("otel-collector");
        String heap = collector.at("/environment/GOMEMLIMIT").asText();

        assertThat(collector.at("/deploy/resources/limits/memory").asText()).isEqualTo("1g");
        assertThat(heap).isEqualTo("800MiB");
        assertThat(SAMPLING.path("num_traces").asInt() * 15 * 2 / 1024).isBetween(100, 400);
        assertThat(SAMPLING.at("/decision_cache/sampled_cache_size").asInt())
                .isGreaterThan(SAMPLING.path("num_traces").asInt());
    }

    @Test
    void theShareOfTheRestIsThatOfCompose() {
        String variable = "KEYLIFT_TRACE_REST_PERCENT";
        String share = "${" + variable + ":-10}";

        assertThat(Stack.service("otel-collector")
                        .at("/environment/" + variable)
                        .asText())
                .isEqualTo(share);
        assertThat(SAMPLING.findValuesAsText("sampling_percentage")).containsExactly(share.replace("{", "{env:"));
    }
}
