// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The guides to dashboards and the runbooks name what there is: panels, attributes of spans, phases. */
class DashboardsGuideTest {

    private static final Path DASHBOARDS = Sources.ROOT.resolve("docker/conf/grafana/dashboards");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"");
    private static final Pattern ATTRIBUTE = Pattern.compile("span\\.([\\w.]+)");

    private final Documentation docs;
    private final Page page;

    DashboardsGuideTest() throws IOException {
        docs = Documentation.read();
        page = docs.page("docs/dashboards-and-alerts.md");
    }

    @ParameterizedTest
    @CsvSource({
        "where-the-time-goes.json, Panels of where the time goes",
        "imports.json, Panels of imports",
        "database-under-an-import.json, Panels of the database under an import"
    })
    void everyPanelIsExplained(String file, String heading) throws IOException {
        assertThat(page.table(heading).stream()
                        .flatMap(row -> Sources.find(QUOTED, row.get(0)).stream())
                        .toList())
                .containsExactlyElementsOf(panels(DASHBOARDS.resolve(file)));
    }

    private static List<String> panels(Path dashboard) throws IOException {
        List<String> titles = new ArrayList<>();
        for (JsonNode panel : AdminHttp.parse(Files.readString(dashboard)).path("panels")) {
            if (!panel.path("type").asText().equals("row")) {
                titles.add(panel.path("title").asText());
            }
        }
        return titles;
    }

    /** A runbook that sends its reader to a panel. */
    @ParameterizedTest
    @CsvSource({"sign-in", "token", "admin-api", "database", "imports"})
    void aRunbookNamesPanelsThatThereAre(String runbook) throws IOException {
        Set<String> panels = new TreeSet<>();
        for (String file : List.of("where-the-time-goes", "imports", "database-under-an-import")) {
            panels.addAll(panels(DASHBOARDS.resolve(file + ".json")));
        }

        assertThat(docs.page("docs/runbooks/" + runbook + ".md").lines().stream()
                        .filter(line -> !line.code())
                        .flatMap(line -> Sources.find(Pattern.compile("panel \"([^\"]+)\""), line.text()).stream())
                        .toList())
                .isSubsetOf(panels);
    }

    /** All but what no request to the endpoint does. */
    @ParameterizedTest
    @CsvSource({"sign-in, none", "token, smtp", "admin-api, none"})
    void aRunbookHasTheCauseOfEachPhase(String runbook, String impossible) {
        Set<String> phases = docs.page("docs/timings.md").column("Phases", 0);
        phases.remove(impossible);

        assertThat(docs.page("docs/runbooks/" + runbook + ".md").column("Find the cause", 0))
                .containsAll(phases);
    }

    /** Whoever follows it types them there. */
    @ParameterizedTest
    @CsvSource({"sign-in", "token", "admin-api", "database", "imports"})
    void aRunbookHasMetersAsPrometheusNamesThem(String runbook) {
        Set<String> meters = docs.page("docs/timings.md").column("Meters of requests", 0);
        meters.addAll(page.column("Meters of imports", 0));

        assertThat(docs.page("docs/runbooks/" + runbook + ".md").lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(Page.names(line.text())).doesNotContainAnyElementsOf(meters));
    }

    @Test
    void tracesAreFoundByAttributesThatThereAre() {
        Set<String> known = docs.page("docs/timings.md").column("Attributes of spans", 0);
        docs.page("docs/timings.md").column("Phases", 0).forEach(phase -> known.add("keycloak.request.phase." + phase));
        page.column("Traces of imports", 1).forEach(name -> known.add("keylift.import." + name));
        List<String> attributes = page.table("Search traces").stream()
                .flatMap(row -> Sources.find(ATTRIBUTE, row.get(1)).stream())
                .toList();

        assertThat(attributes).hasSizeGreaterThan(5).isSubsetOf(known);
    }
}
