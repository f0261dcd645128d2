// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Grafana is given to begin with: data sources, dashboards, and that the ones find the others. */
class GrafanaIT {

    private static final Path DASHBOARDS = Stack.CONF.resolve("grafana/dashboards");
    private static final Path PROVISIONING = Stack.CONF.resolve("grafana/provisioning");

    static Stream<Path> dashboards() throws IOException {
        try (Stream<Path> files = Files.list(DASHBOARDS)) {
            return files.sorted().toList().stream();
        }
    }

    private static Map<String, JsonNode> sources() {
        Map<String, JsonNode> sources = new HashMap<>();
        Stack.yaml(PROVISIONING.resolve("datasources/keylift.yaml"))
                .path("datasources")
                .forEach(source -> sources.put(source.path("uid").asText(), source));
        return sources;
    }

    @Test
    void metricsAndTracesHaveDataSources() {
        Map<String, JsonNode> sources = sources();

        assertThat(sources).containsOnlyKeys("prometheus", "tempo", "jaeger");
        sources.forEach((uid, source) -> {
            assertThat(source.path("type").asText()).isEqualTo(uid);
            assertThat(source.path("url").asText()).startsWith("http://" + uid + ":");
        });
        assertThat(sources.values())
                .filteredOn(source -> source.path("isDefault").asBoolean())
                .extracting(source -> source.path("uid").asText())
                .containsExactly("prometheus");
    }

    /** An exemplar of a figure leads to its trace. */
    @Test
    void whatADataSourceLinksToIsThere() {
        List<JsonNode> links = new ArrayList<>();
        sources().values().forEach(source -> links.addAll(source.findValues("datasourceUid")));

        assertThat(links).isNotEmpty().allSatisfy(link -> assertThat(sources()).containsKey(link.asText()));
        assertThat(Stack.texts(Stack.service("prometheus").path("command")))
                .contains("--enable-feature=exemplar-storage");
    }

    /** Some versions install these as plug-ins. */
    @Test
    void noDataSourceIsAmongThePluginsThatAreLeftOut() {
        Map<String, JsonNode> environment =
                Stack.fields(Stack.service("grafana").path("environment"));

        assertThat(environment).doesNotContainKey("GF_PLUGINS_PREINSTALL_DISABLED");
        assertThat(environment.get("GF_PLUGINS_DISABLE_PLUGINS").asText().split(","))
                .isNotEmpty()
                .doesNotContainAnyElementsOf(sources().keySet());
    }

    /** Grafana makes $__rate_interval of it: shorter, and panels have gaps. */
    @Test
    void theIntervalIsThatOfPrometheus() {
        assertThat(sources().get("prometheus").at("/jsonData/timeInterval").asText())
                .isEqualTo(Stack.yaml(Stack.CONF.resolve("prometheus/prometheus.yml"))
                        .at("/global/scrape_interval")
                        .asText());
    }

    @Test
    void theDashboardsAreWhereTheyAreLookedFor() {
        String path = Stack.yaml(PROVISIONING.resolve("dashboards/keylift.yaml"))
                .at("/providers/0/options/path")
                .asText();

        assertThat(Stack.texts(Stack.service("grafana").path("volumes")))
                .contains("./conf/grafana/dashboards:" + path + ":ro,z");
        String home = Stack.service("grafana")
                .at("/environment/GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH")
                .asText();
        assertThat(home).startsWith(path + "/");
        assertThat(DASHBOARDS.resolve(home.substring(path.length() + 1))).exists();
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void aDashboardAsksTheDataSourceThatIsChosen(Path file) throws IOException {
        JsonNode dashboard = AdminHttp.JSON.readTree(file.toFile());

        assertThat(dashboard.at("/templating/list/0/name").asText()).isEqualTo("datasource");
        assertThat(sources())
                .containsKey(dashboard.at("/templating/list/0/query").asText());
        assertThat(dashboard.findValues("datasource")).hasSizeGreaterThan(10).allSatisfy(source -> {
            assertThat(source.path("type").asText()).isEqualTo("prometheus");
            assertThat(source.path("uid").asText()).isEqualTo("${datasource}");
        });
    }

    /** Panels that overlap or share a number are moved by Grafana to where nobody put them. */
    @ParameterizedTest
    @MethodSource("dashboards")
    void aDashboardIsLaidOut(Path file) throws IOException {
        JsonNode dashboard = AdminHttp.JSON.readTree(file.toFile());
        Set<Integer> ids = new HashSet<>();
        Set<String> cells = new HashSet<>();
        for (JsonNode panel : dashboard.path("panels")) {
            String title = panel.path("title").asText();
            assertThat(ids.add(panel.path("id").asInt())).as(title).isTrue();
            JsonNode at = panel.path("gridPos");
            for (int x = at.path("x").asInt();
                    x < at.path("x").asInt() + at.path("w").asInt();
                    x++) {
                for (int y = at.path("y").asInt();
                        y < at.path("y").asInt() + at.path("h").asInt();
                        y++) {
                    assertThat(cells.add(x + " " + y)).as(title).isTrue();
                    assertThat(x).as(title).isLessThan(24);
                }
            }
        }
        assertThat(ids).hasSizeGreaterThan(10);
    }

    @Test
    void noTwoDashboardsAreOne() throws IOException {
        List<String> uids = new ArrayList<>();
        for (Path file : dashboards().toList()) {
            uids.add(AdminHttp.JSON.readTree(file.toFile()).path("uid").asText());
        }
        assertThat(uids).hasSizeGreaterThan(2).doesNotHaveDuplicates().doesNotContain("");
    }
}
