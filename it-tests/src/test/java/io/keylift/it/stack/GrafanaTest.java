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

/** The provisioning of Grafana: data sources, dashboards, and the references between them. */
class GrafanaTest {

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

        assertThat(sources).containsOnlyKeys("prometheus", "tempo", "jaeger", "alertmanager");
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

    /** Prometheus stores exemplars, and a panel asks for those of the buckets that it shows. */
    @ParameterizedTest
    @MethodSource("dashboards")
    void whatShowsBucketsShowsTheirExemplars(Path file) throws IOException {
        List<JsonNode> targets = new ArrayList<>();
        AdminHttp.JSON
                .readTree(file.toFile())
                .path("panels")
                .forEach(panel -> panel.path("targets").forEach(targets::add));

        assertThat(targets)
                .filteredOn(target -> target.path("expr").asText().contains("_bucket"))
                .isNotEmpty()
                .allSatisfy(target -> assertThat(target.path("exemplar").asBoolean())
                        .as("%s", target)
                        .isTrue());
    }

    /** Quarkus by itself answers in another one if Prometheus offers that, too. */
    @Test
    void theServerIsAskedForTheFormatThatHasExemplars() {
        JsonNode jobs =
                Stack.yaml(Stack.CONF.resolve("prometheus/prometheus.yml")).path("scrape_configs");

        assertThat(jobs)
                .filteredOn(job -> job.path("job_name").asText().equals("keycloak"))
                .singleElement()
                .satisfies(job ->
                        assertThat(Stack.texts(job.path("scrape_protocols"))).containsExactly("OpenMetricsText1.0.0"));
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

    /**
     * Each column has a name and a unit, each query is of the time range and of the same endpoints, and the worst come
     * first.
     */
    @ParameterizedTest
    @MethodSource("tables")
    void aTableShowsWhatItSays(JsonNode table) {
        Map<String, JsonNode> transformations = new HashMap<>();
        table.path("transformations")
                .forEach(one -> transformations.put(one.path("id").asText(), one.path("options")));
        JsonNode names = transformations.get("organize").path("renameByName");
        List<String> withUnits = table.at("/fieldConfig/overrides").findValues("matcher").stream()
                .map(matcher -> matcher.path("options").asText())
                .toList();

        assertThat(transformations.keySet()).containsExactlyInAnyOrder("merge", "organize", "sortBy");
        assertThat(table.at("/fieldConfig/defaults").has("unit")).isFalse();
        assertThat(table.path("targets")).hasSizeGreaterThan(3).allSatisfy(target -> {
            String name = names.path("Value #" + target.path("refId").asText()).asText();
            assertThat(name).isNotEmpty();
            assertThat(withUnits).contains(name);
            assertThat(target.path("expr").asText())
                    .contains("topk(20, sum by (uri, method) (increase(")
                    .doesNotContainPattern("_(sum|count)\\{[^}]*}(?!\\[\\$__range])");
            assertThat(target.path("instant").asBoolean()).isTrue();
        });
        JsonNode sort = transformations.get("sortBy").at("/sort/0");
        assertThat(sort.path("desc").asBoolean()).isTrue();
        assertThat(sort.path("field").asText()).isEqualTo(names.path("Value #A").asText());
    }

    static Stream<JsonNode> tables() throws IOException {
        List<JsonNode> tables = new ArrayList<>();
        for (Path file : dashboards().toList()) {
            AdminHttp.JSON.readTree(file.toFile()).path("panels").forEach(tables::add);
        }
        return tables.stream().filter(panel -> panel.path("type").asText().equals("table"));
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

    /** Grafana moves panels that overlap or share a number. */
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
