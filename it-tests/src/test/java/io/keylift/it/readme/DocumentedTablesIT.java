// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.MetricsPage;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of the documentation match the packaged code. */
@OnSharedServer
class DocumentedTablesIT {

    /** Codes have an underscore, unlike most other texts; the few that have none are compared one way only. */
    private static final Predicate<String> CODE =
            Pattern.compile("[a-z]+(_[a-z0-9]+)+").asMatchPredicate();

    private static PackagedCode code;
    private static Documentation docs;

    @BeforeAll
    static void open() throws IOException {
        code = new PackagedCode();
        docs = Documentation.read();
    }

    @AfterAll
    static void close() throws IOException {
        code.close();
    }

    @Test
    void optionsAndTheirDefaults(SharedServer server) throws ReflectiveOperationException {
        Map<String, String> options = new TreeMap<>();
        Class<?> factory = code.load("bulkimport.rest.BulkImportResourceProviderFactory");
        Object instance = factory.getConstructor().newInstance();
        for (Object property : (List<?>) factory.getMethod("getConfigMetadata").invoke(instance)) {
            options.put(call(property, "getName"), call(property, "getDefaultValue"));
            assertThat(call(property, "getHelpText")).isNotBlank();
        }
        Map<String, String> documented = docs.page("docs/options.md").table("Options of the import").stream()
                .collect(Collectors.toMap(
                        row -> row.get(0).replace("`", ""),
                        row -> row.get(1)
                                .replace("none", "")
                                .replace("that of the JVM's temporary files", System.getProperty("java.io.tmpdir"))));

        assertThat(documented).isEqualTo(options);
        JsonNode info = server.admin()
                .get("/admin/serverinfo")
                .at("/providers/admin-realm-restapi-extension/providers/bulk-import/operationalInfo");
        options.forEach((name, value) -> assertThat(info.path(name).asText())
                .as("effective value of %s", name)
                .isEqualTo(value));
    }

    @Test
    void parameters(SharedServer server) {
        String refusal = refusal(server, "nonsense=1");

        assertThat(docs.page("docs/import.md").column("Parameters", 0))
                .containsExactlyInAnyOrder(
                        refusal.replaceAll(".*known parameters: ", "").split(", "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"op", "ifExists", "dryRun", "onReject", "events", "results"})
    void parametersThatAreAChoice(String parameter, SharedServer server) {
        String refusal = refusal(server, parameter + "=nonsense");
        List<String> row = docs.page("docs/import.md").table("Parameters").stream()
                .filter(cells -> cells.get(0).equals("`" + parameter + "`"))
                .findFirst()
                .orElseThrow();

        assertThat(Page.names(row.get(1)))
                .containsExactlyInAnyOrder(refusal.replaceAll(".*one of ", "").split(", "))
                .containsAll(Page.names(row.get(2)));
    }

    @Test
    void rejectCodes() throws ReflectiveOperationException, IOException {
        Set<String> documented = docs.page("docs/reject-codes.md").column("Reject codes", 0);
        Set<String> ends = docs.page("docs/reject-codes.md").column("Codes that end an import", 0);
        Set<String> warnings = docs.page("docs/reject-codes.md").column("Findings and warnings", 0);
        Set<String> rejects = new TreeSet<>();
        for (Field constant : code.load("bulkimport.kind.spi.RejectCode").getFields()) {
            if (constant.getType() == String.class) {
                rejects.add((String) constant.get(null));
            }
        }
        Set<String> input = codes("input");
        Set<String> engine = codes("engine");

        assertThat(documented).containsAll(rejects);
        assertThat(union(union(documented, ends), warnings)).containsAll(input).containsAll(engine);
        assertThat(documented).as("codes that nothing answers with").isSubsetOf(union(rejects, input));
        assertThat(ends)
                .as("codes that nothing ends with")
                .isSubsetOf(union(
                        union(union(code.texts("input"), code.texts("engine")), code.texts("document")),
                        lowerCase(code.constants("bulkimport.archive.Refusal"))));
        assertThat(ends).doesNotContainAnyElementsOf(documented);
    }

    @Test
    void statusesOfJobsThatHaveEnded() throws ReflectiveOperationException {
        Method isEnded = code.load("bulkimport.job.JobStatus").getMethod("isEnded");
        Set<String> ended = new TreeSet<>();
        for (Object status : code.load("bulkimport.job.JobStatus").getEnumConstants()) {
            if ((boolean) isEnded.invoke(status)) {
                ended.add(status.toString());
            }
        }

        assertThat(docs.page("docs/answers-and-jobs.md").column("Statuses", 0)).isEqualTo(ended);
    }

    @Test
    void meters() throws ReflectiveOperationException {
        Set<String> meters = new TreeSet<>();
        Class<?> meter = code.load("bulkimport.telemetry.ImportMeter");
        Field name = meter.getDeclaredField("meterName");
        name.setAccessible(true);
        for (Object constant : meter.getEnumConstants()) {
            meters.add((String) name.get(constant));
        }

        assertThat(docs.page("docs/dashboards-and-alerts.md").column("Meters of imports", 0))
                .isEqualTo(meters);
        assertThat(docs.page("docs/dashboards-and-alerts.md").column("Meters of imports", 2))
                .containsAll(lowerCase(code.constants("bulkimport.engine.ChunkPhase")))
                .isSubsetOf(union(
                        Set.of("kind", "op", "outcome", "phase", "status"),
                        lowerCase(code.constants("bulkimport.engine.ChunkPhase"))));
    }

    @Test
    void metersOfRequests() throws ReflectiveOperationException {
        Set<String> meters = new TreeSet<>();
        Field name = code.load("metrics.observer.Meters").getDeclaredField("meterName");
        name.setAccessible(true);
        for (Object constant : code.load("metrics.observer.Meters").getEnumConstants()) {
            meters.add((String) name.get(constant));
        }

        assertThat(docs.page("docs/timings.md").column("Meters of requests", 0)).isEqualTo(meters);
    }

    /** Samples of the server's page have the names that the tables say, before the suffix of a series. */
    @Test
    void namesOfMetersInPrometheus(SharedServer server) {
        MetricsPage metrics = new MetricsPage(server.keycloak());
        Set<String> found = new TreeSet<>();
        Stream.of(
                        docs.page("docs/timings.md").table("Meters of requests"),
                        docs.page("docs/dashboards-and-alerts.md").table("Meters of imports"))
                .flatMap(List::stream)
                .forEach(row -> {
                    for (String meter : Page.names(row.get(0))) {
                        String plain = meter.replace('.', '_');
                        Pattern ofTheMeter = Pattern.compile(plain + "(_seconds|_bytes|_total)?");
                        List<String> documented = Page.names(row.get(1)).stream()
                                .filter(ofTheMeter.asMatchPredicate())
                                .toList();
                        assertThat(documented).as(meter).hasSize(1);
                        List<String> names = metrics.samples(plain).stream()
                                .map(sample -> sample.name().replaceFirst("_(count|sum|max|bucket)$", ""))
                                .filter(ofTheMeter.asMatchPredicate())
                                .distinct()
                                .toList();
                        assertThat(names).as(meter).isSubsetOf(documented);
                        found.addAll(names);
                    }
                });

        assertThat(found).as("meters with samples").hasSizeGreaterThan(15);
    }

    @Test
    void phasesOfRequests() throws ReflectiveOperationException {
        Set<String> phases = Stream.of(code.load("metrics.request.Phase").getEnumConstants())
                .map(phase -> phase.toString().toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());

        assertThat(docs.page("docs/timings.md").column("Phases", 0)).isEqualTo(phases);
    }

    @Test
    void optionsOfObservers(SharedServer server) {
        Map<String, String> documented = docs.page("docs/options.md").table("Options of observers").stream()
                .collect(Collectors.toMap(row -> (row.get(0) + " " + row.get(1)).replace("`", ""), row -> row.get(2)));
        Map<String, String> effective = new TreeMap<>();
        server.admin()
                .get("/admin/serverinfo")
                .at("/providers/keylift-request-observer/providers")
                .properties()
                .forEach(observer -> observer.getValue()
                        .path("operationalInfo")
                        .properties()
                        .forEach(option -> effective.put(
                                observer.getKey() + " " + option.getKey(),
                                option.getValue().asText())));

        // The shared server has another value for these.
        effective.replace("request-timings max-realms", SharedServer.TIMED_REALMS, "50");
        effective.replace("timings-history warm-up-minutes", SharedServer.WARM_UP_MINUTES, "5");
        assertThat(documented).isEqualTo(effective);
    }

    @Test
    void optionsOfTheTimings(SharedServer server) {
        Map<String, String> documented = docs.page("docs/options.md").table("Options of the timings").stream()
                .collect(Collectors.toMap(row -> row.get(0).replaceAll("`|.*--", ""), row -> row.get(1)));
        Map<String, String> effective = new TreeMap<>();
        server.admin()
                .get("/admin/serverinfo")
                .at("/providers/eventsListener/providers/keylift-metrics/operationalInfo")
                .properties()
                .forEach(option ->
                        effective.put(option.getKey(), option.getValue().asText()));

        assertThat(effective.remove("version")).isNotNull();
        assertThat(documented).isEqualTo(effective);
    }

    @Test
    void optionsOfTheMapper() throws ReflectiveOperationException {
        Map<String, String> options = new TreeMap<>();
        Object mapper =
                code.load("capability.mapper.CapabilityMapper").getConstructor().newInstance();
        for (Object property :
                (List<?>) mapper.getClass().getMethod("getConfigProperties").invoke(mapper)) {
            options.put(call(property, "getName"), call(property, "getDefaultValue"));
        }

        assertThat(docs.page("docs/capabilities.md").table("Capabilities in tokens").stream()
                        .collect(Collectors.toMap(
                                row -> row.get(0).replace("`", ""),
                                row -> row.get(1).isEmpty()
                                        ? "null"
                                        : row.get(1).replace("`", ""))))
                .isEqualTo(options);
    }

    private static String refusal(SharedServer server, String query) {
        String path = "/admin/realms/master/bulk-import/users?" + query;
        String body = server.admin().send("POST", path, List.of()).body();
        try {
            return AdminHttp.JSON.readTree(body).path("errorMessage").asText();
        } catch (IOException e) {
            throw new AssertionError("Not JSON: " + body, e);
        }
    }

    private static Set<String> codes(String packageName) throws IOException {
        return code.texts(packageName).stream().filter(CODE).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> lowerCase(List<String> names) {
        return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        Set<String> both = new TreeSet<>(one);
        both.addAll(other);
        return both;
    }

    private static String call(Object target, String method) throws ReflectiveOperationException {
        return String.valueOf(target.getClass().getMethod(method).invoke(target));
    }
}
