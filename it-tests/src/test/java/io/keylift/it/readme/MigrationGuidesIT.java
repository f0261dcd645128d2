// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SecondTier;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.LdapServer;
import io.keylift.it.imports.support.SignIn;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.stack.InstalledProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the commands of the guides of migration with a real source, each page in realms of its own: by a caller with
 * exactly the roles that the page names, and by callers who lack one of them.
 */
@SecondTier
@OnSharedServer
class MigrationGuidesIT {

    private static final String PASSWORD = "42";

    /** The hash of the guides. */
    private static final String HASH = "$2b$10$yobOT8CyiI3Ls6BM/.MNWu.O6UcaOinlpRnEkPJttZn2dQZ5uZC42";

    /** A transaction of the source that changes a row before the load. */
    private static final String WRITES_BEFORE_THE_LOAD = """
            coproc WRITER { psql "$SOURCE" -qAtX; }
            WRITER_ID=$WRITER_PID
            echo "begin; update people set mail = 'dario.bruno@acme.example', updated = now() where login = 'dario';
              select 'changed';" >&"${WRITER[1]}"
            read -r CHANGED <&"${WRITER[0]}"
            """;

    private static final String COMMITS_AFTER_THE_LOAD = """
            echo 'commit;' >&"${WRITER[1]}"
            exec {WRITER[1]}>&-
            wait "$WRITER_ID"
            """;

    @TempDir
    Path directory;

    private SharedServer server;
    private TwinRealm realm;

    @BeforeAll
    static void programs() {
        InstalledProgram.require("jq", "jq");
    }

    @BeforeEach
    void server(SharedServer shared) {
        server = shared;
    }

    @Test
    void fromAnotherKeycloak() throws IOException, InterruptedException {
        begin("guide-keycloak", roles("from-another-keycloak"));

        List<JsonNode> summaries = run("from-another-keycloak", Map.of());

        assertThat(summaries).extracting(MigrationGuidesIT::counts).containsExactly("5 1 0", "0 0 6", "6 same");
        assertThat(realm.admin()
                        .get("/admin/realms/" + realm.name())
                        .get("accessTokenLifespan")
                        .asInt())
                .isEqualTo(600);
        assertThat(signsIn("carla", "Password")).isTrue();
        needsEachRole("from-another-keycloak", Map.of());
    }

    @Test
    void fromPartialImport() throws IOException, InterruptedException {
        begin("guide-partial", roles("from-partial-import"));

        List<JsonNode> summaries = run("from-partial-import", Map.of());

        assertThat(summaries).extracting(MigrationGuidesIT::counts).containsExactly("5 0 0", "0 0 1", "0 0 1");
        assertThat(summaries.get(0).toString()).contains("Use the parameter `ifExists`");
        needsEachRole("from-partial-import", Map.of());
    }

    @Test
    void fromOtherSystems() throws IOException, InterruptedException {
        begin("guide-others", roles("from-other-systems"));

        List<JsonNode> summaries = run("from-other-systems", Map.of());

        assertThat(summaries).hasSize(7).extracting(MigrationGuidesIT::counts).containsOnly("1 0 0");
        JsonNode carl = realm.admin().get(realm.path("users/" + realm.userId("carl")));
        assertThat(carl.at("/attributes/old-id/0").asText()).isEqualTo("c-1");
        assertThat(carl.get("emailVerified").asBoolean()).isTrue();
        assertThat(carl.get("requiredActions").get(0).asText()).isEqualTo("UPDATE_PASSWORD");
        assertThat(realm.admin()
                        .get(realm.path("users/" + realm.userId("lena")))
                        .get("lastName")
                        .asText())
                .isEqualTo("Länge");
        needsEachRole("from-other-systems", Map.of());
    }

    @Test
    void fromLdap() throws IOException, InterruptedException {
        InstalledProgram.require("ldapsearch", "ldap-utils");
        begin("guide-ldap", roles("from-ldap"));
        try (LdapServer ldap = LdapServer.start()
                .add("greta", "greta@acme.example", "{CRYPT}" + HASH)
                .add("hugo", "hugo@acme.example", "{CRYPT}" + HASH)) {
            ldap.addTo(realm.admin(), realm.name(), Map.of());
            String id = realm.userId("greta");

            List<JsonNode> summaries = run("from-ldap", ldap.variables());

            assertThat(summaries).extracting(MigrationGuidesIT::counts).containsExactly("0 2 0", "0 2 0");
            assertThat(realm.userId("greta")).isEqualTo(id);
            assertThat(realm.admin()
                            .get(realm.path("users/" + realm.userId("hugo")))
                            .has("federationLink"))
                    .isFalse();
        }
        assertThat(signsIn("greta", PASSWORD)).as("without the directory").isTrue();
        try (LdapServer ldap = LdapServer.start()) {
            needsEachRole("from-ldap", ldap.variables(), () -> ldap.addTo(realm.admin(), realm.name(), Map.of()));
        }
    }

    @Test
    void fromSql() throws IOException, InterruptedException {
        InstalledProgram.require("psql", "postgresql-client");
        begin("guide-sql", roles("from-sql"));
        EmbeddedDatabase database = server.database();
        try (Sql sql = new Sql(database)) {
            sql.unprepared("create schema guide; set search_path = guide; "
                    + Documentation.read().page("docs/migration/from-sql.md").code("sql"));
            Map<String, String> source = Map.of(
                    "SOURCE",
                    "postgresql://postgres:postgres@localhost:" + database.port() + "/keycloak",
                    "PGOPTIONS",
                    "-c search_path=guide");
            List<String> blocks =
                    Documentation.read().page("docs/migration/from-sql.md").blocks("bash");
            assertThat(blocks).as("the load, and the delta").hasSize(2);

            List<JsonNode> summaries = summaries(
                    execute(WRITES_BEFORE_THE_LOAD + blocks.get(0) + COMMITS_AFTER_THE_LOAD + blocks.get(1), source));

            assertThat(summaries)
                    .extracting(MigrationGuidesIT::counts)
                    .containsExactly("1 0 0", "1 0 0", "2 0 0", "2 0 0", "0 2 0", "2 same");
            assertThat(email("carla")).isEqualTo("carla.rossi@acme.example");
            assertThat(email("dario")).as("committed late").isEqualTo("dario.bruno@acme.example");
            assertThat(signsIn("carla", PASSWORD)).isTrue();
            aRejectedChangeIsSentAgain(blocks, source);
            needsEachRole("from-sql", source);
            sql.unprepared("drop schema guide cascade");
        }
    }

    /** A delta that rejects a record fails. The next one begins where it began, and has the record corrected. */
    private void aRejectedChangeIsSentAgain(List<String> blocks, Map<String, String> source)
            throws IOException, InterruptedException {
        String functions =
                blocks.get(0).split("\nrows ")[0] + "\n" + blocks.get(1).split("\nrows ")[0] + "\n";
        Path since = directory.resolve("since");
        String before = Files.readString(since);

        InstalledProgram.Result rejected = execute(functions + deltaOf("no address"), source);
        assertThat(rejected.exitCode()).as(rejected.output()).isNotZero();
        assertThat(rejected.output()).contains("\"key\":\"dario\"", "\"status\":\"COMPLETED\"");
        assertThat(since).hasContent(before);

        assertThat(summaries(execute(functions + deltaOf("dario@acme.example"), source)))
                .hasSize(1);
        assertThat(email("dario")).isEqualTo("dario@acme.example");
        assertThat(Files.readString(since)).isNotEqualTo(before);
    }

    private static String deltaOf(String address) {
        return "rows \"update people set mail = '" + address + "', updated = now() where login = 'dario'\"\ndelta\n";
    }

    private String email(String username) {
        return realm.admin()
                .get(realm.path("users/" + realm.userId(username)))
                .get("email")
                .asText();
    }

    /** The roles that a page names. */
    private static Set<String> roles(String page) throws IOException {
        return page(page).column("Roles the caller needs", 1);
    }

    private static Page page(String name) throws IOException {
        return Documentation.read().page("docs/migration/" + name + ".md");
    }

    private void needsEachRole(String page, Map<String, String> source) throws IOException, InterruptedException {
        needsEachRole(page, source, () -> {});
    }

    /** Without any of the roles that a page names, a call is refused or a record is rejected. */
    private void needsEachRole(String page, Map<String, String> source, Runnable preparation)
            throws IOException, InterruptedException {
        for (String role : roles(page)) {
            Set<String> others = new TreeSet<>(roles(page));
            others.remove(role);
            begin("guide-" + page + "-without-" + role, others);
            preparation.run();

            InstalledProgram.Result result = execute(page(page).code("bash"), source);

            assertThat(result.exitCode() != 0 || result.output().contains("\"code\":\"forbidden\""))
                    .as("without %s: %s", role, result.output())
                    .isTrue();
        }
    }

    /** @param roles of {@code realm-management}, for the caller */
    private void begin(String name, Set<String> roles) {
        // As the README sets it up: its tokens live longer than those of an administrator.
        Map<String, Object> importer = Map.of(
                "clientId",
                "importer",
                "secret",
                "change-me",
                "publicClient",
                false,
                "serviceAccountsEnabled",
                true,
                "attributes",
                Map.of("access.token.lifespan", "3600"));
        Map<String, Object> account = Map.of(
                "username",
                "service-account-importer",
                "enabled",
                true,
                "serviceAccountClientId",
                "importer",
                "clientRoles",
                Map.of("realm-management", roles));
        TestRealms.create(
                server.admin(),
                Map.of(
                        "realm",
                        name,
                        "enabled",
                        true,
                        "organizationsEnabled",
                        true,
                        "clients",
                        List.of(importer),
                        "users",
                        List.of(account)));
        realm = new TwinRealm(server.admin(), name);
        ObjectNode profile = (ObjectNode) realm.admin().get(realm.path("users/profile"));
        realm.admin().put(realm.path("users/profile"), profile.put("unmanagedAttributePolicy", "ENABLED"));
    }

    private String token() {
        Map<String, String> grant =
                Map.of("grant_type", "client_credentials", "client_id", "importer", "client_secret", "change-me");
        return new AdminHttp(server.keycloak().baseUrl(), realm.name(), grant).token();
    }

    /** Runs the commands of a page and returns the summaries of its imports. */
    private List<JsonNode> run(String page, Map<String, String> source) throws IOException, InterruptedException {
        return summaries(execute(page(page).code("bash"), source));
    }

    private InstalledProgram.Result execute(String commands, Map<String, String> source)
            throws IOException, InterruptedException {
        Path script = Files.writeString(directory.resolve("guide.sh"), commands);
        Map<String, String> environment = new HashMap<>(source);
        environment.put("KC", server.keycloak().baseUrl().toString().replaceAll("/$", ""));
        environment.put("REALM", realm.name());
        environment.put("IMPORT", environment.get("KC") + "/admin/realms/" + realm.name() + "/bulk-import");
        environment.put("TOKEN", token());
        return InstalledProgram.run(
                directory, environment, List.of("bash", "-eu", "-o", "pipefail", script.toString()));
    }

    /** Summaries of a run without an error or a reject. */
    private static List<JsonNode> summaries(InstalledProgram.Result result) {
        assertThat(result.exitCode()).as(result.output()).isZero();
        assertThat(result.output()).doesNotContain("\"type\":\"reject\"");
        return result.output()
                .lines()
                .filter(line -> line.startsWith("{\"type\":\"summary\""))
                .map(AdminHttp::parse)
                .toList();
    }

    private static String counts(JsonNode summary) {
        assertThat(summary.get("status").asText()).isEqualTo("COMPLETED");
        return summary.has("same")
                ? summary.get("same") + " same"
                : summary.get("added") + " " + summary.get("updated") + " " + summary.get("skipped");
    }

    private boolean signsIn(String username, String password) {
        return new SignIn(server.keycloak().baseUrl(), realm.name(), "admin-cli", "openid")
                .isPassword(username, password);
    }
}
