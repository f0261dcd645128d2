// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages on operations name existing tables, indexes, codes, options and alerts. */
class OperationsGuideTest {

    private static final Path GUIDES = Sources.ROOT.resolve("docs/operations");
    private static final Path RESOURCES = Sources.ROOT.resolve("extension-bulk-import/src/main/resources/META-INF");
    private static final Path METRICS = Sources.ROOT.resolve("extension-metrics/src/main/java/io/keylift/metrics");
    private static final Path HISTORY = METRICS.resolve("history/HistoryTable.java");
    private static final Path TIMINGS = METRICS.resolve("timings");
    private static final Path ARCHIVES =
            Sources.ROOT.resolve("extension-bulk-import/src/main/java/io/keylift/bulkimport/archive/Refusal.java");
    private static final Path RULES = Sources.ROOT.resolve("docker/conf/prometheus/keylift-rules.yml");
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");

    /** Words of the same form that are not texts of ours: PostgreSQL's, a proxy's, and names that are put together. */
    private static final Set<String> OF_OTHERS = Set.of(
            "checkpoint_timeout",
            "client_max_body_size",
            "default_pool_size",
            "extra_float_digits",
            "idle_in_transaction_session_timeout",
            "ignore_startup_parameters",
            "keycloak_request_phase",
            "lock_timeout",
            "master_keylift",
            "max_connections",
            "max_prepared_statements",
            "max_wal_size",
            "pg_class",
            "pg_dump",
            "pg_file_settings",
            "pg_wal",
            "pool_wait",
            "statement_timeout",
            "synchronous_commit",
            "wal_compression");

    private static final Set<String> OPTIONS_OF_OTHERS = Set.of(
            "connect-to",
            "db-pool-initial-size",
            "db-pool-max-size",
            "db-pool-min-size",
            "db-url-properties",
            "flat-memory",
            "keylift-capability-mapper",
            "no-buffer",
            "realm-admin",
            "respond-async",
            "role-capabilities",
            "spi-capability-evaluation",
            "spi-keylift-request-observer",
            "user-capabilities");

    /** Each table and index that our change logs create, their own tables, and the one that has no change log. */
    @Test
    void uninstallingDropsAllThatWeMake() throws IOException {
        String changeLogs = Files.readString(RESOURCES.resolve("keylift-import-changelog.xml"))
                + Files.readString(RESOURCES.resolve("keylift-capability-changelog.xml"));
        Set<String> tables =
                new TreeSet<>(Sources.find(Pattern.compile("<createTable tableName=\"(KEYLIFT_\\w+)\""), changeLogs));
        tables.add("DATABASECHANGELOG_KEYLIFT");
        tables.add("DATABASECHANGELOG_KEYLIFTCAP");
        tables.addAll(Sources.find(Pattern.compile("NAME = \"(KEYLIFT_\\w+)\""), Files.readString(HISTORY)));
        List<String> indexes = Sources.find(
                Pattern.compile("<createIndex tableName=\"(?!KEYLIFT_)\\w+\"\\s+indexName=\"(\\w+)\""), changeLogs);
        String guide = guide("uninstall.md");

        assertThat(upperCase(Sources.find(Pattern.compile("(?m)^DROP TABLE (\\w+);"), guide)))
                .hasSizeGreaterThan(10)
                .containsExactlyInAnyOrderElementsOf(tables);
        assertThat(upperCase(Sources.find(Pattern.compile("(?m)^DROP INDEX (\\w+);"), guide)))
                .hasSizeGreaterThan(3)
                .containsExactlyInAnyOrderElementsOf(indexes);
    }

    /** Whoever removes the options that the guide names has none of ours left. */
    @Test
    void uninstallingRemovesAllOptions() throws IOException {
        List<String> prefixes = Sources.find(Pattern.compile("`(spi-[a-z-]+)`"), guide("uninstall.md"));
        List<String> options = Sources.find(
                Pattern.compile("--(spi-[a-z-]+(?:<observer>)?)"),
                Files.readString(Sources.ROOT.resolve("docs/options.md")));

        assertThat(options)
                .hasSizeGreaterThan(5)
                .allSatisfy(option -> assertThat(prefixes).anyMatch(option::startsWith));
    }

    /** For a rule of a firewall. */
    @Test
    void everyAddressWithoutATokenIsListed() throws IOException {
        assertThat(Sources.read().shippedWith("@Observes ManagementInterface"))
                .as("classes with addresses on this port")
                .containsExactly("ManagementRoute", "MetricsRoute");
        List<String> routes = Sources.find(
                Pattern.compile("route\\(management, \"(.*?)\""),
                Files.readString(TIMINGS.resolve("ManagementRoute.java")));
        Set<String> addresses = new TreeSet<>(Set.of("/metrics"));
        routes.forEach(route -> addresses.add("/request-timings" + route));

        Set<String> listed = Documentation.read()
                .page("docs/operations/security-and-privacy.md")
                .column("Management port", 0);
        listed.removeIf(name -> !name.startsWith("/"));
        assertThat(listed).isEqualTo(addresses);
    }

    @Test
    void whatIsStoredIsInTablesThatThereAre() throws IOException {
        String changeLogs = Files.readString(RESOURCES.resolve("keylift-import-changelog.xml"));

        for (String name : Sources.find(Pattern.compile("`(KEYLIFT_IMPORT_\\w+)`"), guide("security-and-privacy.md"))) {
            assertThat(changeLogs).contains("<createTable tableName=\"" + name + "\"");
        }
        for (String table : Sources.find(Pattern.compile("<createTable tableName=\"(\\w+)\""), changeLogs)) {
            assertThat(guide("security-and-privacy.md"))
                    .as("what %s keeps", table)
                    .contains("`" + table + "`");
        }
    }

    @Test
    void everyCodeIsOneOfTheServer() throws IOException {
        Set<String> codes = codes("[a-z]+(_[a-z0-9]+)+");

        assertThat(codes).hasSizeGreaterThan(20).containsAll(OF_OTHERS);
        codes.removeAll(OF_OTHERS);
        codes.removeAll(Sources.read().texts());
        codes.removeAll(codesOfArchives());
        assertThat(codes).as("codes that the server does not have").isEmpty();
    }

    /** Each constant is a code. */
    private static Set<String> codesOfArchives() throws IOException {
        Set<String> codes = new TreeSet<>();
        Sources.find(Pattern.compile("(?m)^ {4}([A-Z_]+)[,;]$"), Files.readString(ARCHIVES))
                .forEach(name -> codes.add(name.toLowerCase(Locale.ROOT)));
        assertThat(codes).hasSizeGreaterThan(5);
        return codes;
    }

    @Test
    void everyEndOfAnImportIsExplained() throws IOException {
        Documentation docs = Documentation.read();
        Page troubleshooting = docs.page("docs/operations/troubleshooting.md");
        Set<String> explained = troubleshooting.column("The request is refused", 1);
        explained.addAll(troubleshooting.column("The import ended early", 0));

        assertThat(explained).containsAll(docs.page("docs/reject-codes.md").column("Codes that end an import", 0));
    }

    @Test
    void everyOptionIsOneOfTheServer() throws IOException {
        Set<String> options = codes("[a-z]+(-[a-z]+)+");

        assertThat(options).hasSizeGreaterThan(20).containsAll(OPTIONS_OF_OTHERS);
        options.removeAll(OPTIONS_OF_OTHERS);
        options.removeAll(Sources.read().texts());
        assertThat(options).as("options that the server does not have").isEmpty();
    }

    @Test
    void everyAlertIsExplained() throws IOException {
        Pattern alert = Pattern.compile("- alert: (\\w+)(?s:(?!- alert).)*?severity: (\\w+)");
        List<String> alerts = alert.matcher(Files.readString(RULES))
                .results()
                .map(rule -> "`" + rule.group(1) + "` " + rule.group(2))
                .toList();

        assertThat(Documentation.read().page("docs/dashboards-and-alerts.md").table("Prometheus rules"))
                .hasSizeGreaterThan(5)
                .extracting(row -> row.get(0) + " " + row.get(1))
                .containsExactlyInAnyOrderElementsOf(alerts);
    }

    /** Its message leads to a page that names it. Those of objectives have one for each service. */
    @Test
    void everyAlertHasARunbook() throws IOException {
        Pattern alert = Pattern.compile("- alert: (\\w+)(?s:(?!- alert).)*?runbook: \"([^\"#]+)");
        Set<String> services =
                Documentation.read().page("docs/dashboards-and-alerts.md").column("Objectives", 0);
        Set<String> alerts = new TreeSet<>();
        for (MatchResult rule : alert.matcher(Files.readString(RULES)).results().toList()) {
            alerts.add(rule.group(1));
            for (String service : services) {
                String page = rule.group(2).replace("{{ $labels.service }}", service);
                assertThat(Files.readString(Sources.ROOT.resolve(page)))
                        .as(page)
                        .contains("`" + rule.group(1) + "`");
            }
        }

        assertThat(alerts)
                .hasSize(Sources.find(Pattern.compile("- (alert): "), Files.readString(RULES))
                        .size());
    }

    /** Which a reader searches for. */
    @Test
    void refusalsAreQuotedAsTheServerSendsThem() throws IOException {
        Set<String> texts = Sources.read().texts();

        assertThat(Documentation.read()
                        .page("docs/operations/troubleshooting.md")
                        .table("The request is refused"))
                .filteredOn(row -> row.get(0).equals("409"))
                .hasSizeGreaterThan(2)
                .extracting(row -> row.get(1))
                .allSatisfy(message -> assertThat(texts).anyMatch(text -> text.contains(message)));
    }

    private static Set<String> codes(String form) throws IOException {
        Set<String> codes = new TreeSet<>();
        try (Stream<Path> files = Files.list(GUIDES)) {
            for (Path file : files.toList()) {
                Sources.find(CODE, Files.readString(file)).stream()
                        .map(code -> code.replaceFirst("^--", "").replaceFirst("=.*", ""))
                        .filter(code -> code.matches(form))
                        .forEach(codes::add);
            }
        }
        return codes;
    }

    private static List<String> upperCase(List<String> names) {
        return names.stream().map(name -> name.toUpperCase(Locale.ROOT)).toList();
    }

    private static String guide(String name) throws IOException {
        return Files.readString(GUIDES.resolve(name));
    }
}
