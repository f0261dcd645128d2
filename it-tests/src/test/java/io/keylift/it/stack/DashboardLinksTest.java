// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** From a figure of a dashboard to traces that explain it. Whether the labels are there is tried with a Prometheus. */
class DashboardLinksTest {

    private static final String ENDPOINT = "/realms/{realm}/protocol/{protocol}/token";
    private static final Map<String, String> LABELS =
            Map.of("uri", ENDPOINT, "phase", "pool_wait", "grant_type", "refresh_token");
    private static final String CONDITION = "span\\.[\\w.]+ (= \"[^\"]+\"|> 0\\.05)";

    private static final Pattern BY = Pattern.compile("by \\([^)]*(uri|phase|grant_type)");

    /** The part of TraceQL that our links use. */
    private static final Pattern TRACE_QL = Pattern.compile(
            "\\{ " + CONDITION + "( && " + CONDITION + ")? } \\| select\\(span\\.[\\w.]+(, span\\.[\\w.]+)*\\)");

    static List<DashboardLink> links() {
        return DashboardLink.all();
    }

    @ParameterizedTest
    @MethodSource("links")
    void aLinkOpensAQueryOfTraces(DashboardLink link) throws IOException {
        JsonNode pane = link.pane(LABELS);
        JsonNode query = pane.at("/queries/0");
        String page = Files.readString(Stack.ROOT.resolve("docs/timings.md"));

        assertThat(pane.path("datasource").asText()).isEqualTo("tempo");
        assertThat(query.at("/datasource/uid").asText()).isEqualTo("tempo");
        assertThat(query.path("queryType").asText()).isEqualTo("traceql");
        assertThat(pane.at("/range/from").asLong()).isPositive();
        assertThat(query.path("query").asText()).matches(TRACE_QL);
        assertThat(Pattern.compile("span\\.([\\w.]+)")
                        .matcher(query.path("query").asText())
                        .results()
                        .map(found -> found.group(1)))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(page)
                        .contains("`" + name.replaceFirst("^(keycloak\\.request\\.phase)\\.\\w+$", "$1.<phase>") + "`")
                        .contains("`" + name.replaceFirst("^keycloak\\.request\\.phase\\.", "") + "`"));
    }

    /** Background work has no span of a request. */
    @Test
    void whatIsShownByEndpointOrPhaseLeadsToTraces() {
        List<String> without = new ArrayList<>();
        Set<JsonNode> linked = new HashSet<>();
        links().forEach(link -> linked.add(link.panel()));
        for (JsonNode panel : whereTheTimeGoes().path("panels")) {
            String expression = panel.at("/targets/0/expr").asText();
            if (expression.contains("keycloak_request")
                    && BY.matcher(expression).find()
                    && !linked.contains(panel)) {
                without.add(panel.path("title").asText());
            }
        }

        assertThat(linked).hasSizeGreaterThan(8);
        assertThat(without).containsExactly("Background");
    }

    private static JsonNode whereTheTimeGoes() {
        return DashboardLink.dashboards().stream()
                .filter(dashboard -> dashboard.path("uid").asText().equals("keylift-time"))
                .findAny()
                .orElseThrow();
    }

    /** The query behind the column is of the same phase. */
    @Test
    void aColumnLeadsToTracesOfItsPhase() {
        Set<String> phases = new TreeSet<>();
        links().stream().filter(link -> link.column() != null).forEach(link -> {
            String query = link.pane(LABELS).at("/queries/0/query").asText();
            Stream.of(query.split("&& span.keycloak.request.phase."))
                    .skip(1)
                    .map(phase -> phase.replaceFirst(" .*", ""))
                    .forEach(phase -> {
                        assertThat(expression(link)).contains("phase=\"" + phase + "\"");
                        phases.add(phase);
                    });
            assertThat(query).contains('"' + ENDPOINT + '"');
        });

        assertThat(phases).hasSize(15);
    }

    private static String expression(DashboardLink link) {
        JsonNode names = link.panel().at("/transformations/1/options/renameByName");
        for (JsonNode target : link.panel().path("targets")) {
            String name = names.path("Value #" + target.path("refId").asText()).asText();
            if (name.equals(link.column())) {
                return target.path("expr").asText();
            }
        }
        throw new IllegalArgumentException("No query makes the column " + link.column());
    }

    @Test
    void theTracesAreThoseOfADataSourceThatIsChosen() {
        JsonNode variable = Kubernetes.named(whereTheTimeGoes().at("/templating/list"), "traces");

        assertThat(variable.path("type").asText()).isEqualTo("datasource");
        assertThat(variable.path("query").asText()).isEqualTo("tempo");
        assertThat(links())
                .isNotEmpty()
                .allSatisfy(link -> assertThat(link.url()).contains("${traces}"));
    }
}
