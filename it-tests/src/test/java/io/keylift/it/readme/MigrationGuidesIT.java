// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of the guides of migration, each page in a realm of its own and with a real source. */
@OnSharedServer
class MigrationGuidesIT {

    private static final String PASSWORD = "42";

    /** The same hash as in the guides. */
    private static final String HASH = "$2b$10$yobOT8CyiI3Ls6BM/.MNWu.O6UcaOinlpRnEkPJttZn2dQZ5uZC42";

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
        begin("guide-keycloak");

        List<JsonNode> summaries = run("from-another-keycloak", Map.of());

        assertThat(summaries).extracting(MigrationGuidesIT::counts).containsExactly("2 1 0", "0 0 3", "3 same");
        assertThat(realm.admin()
                        .get("/admin/realms/" + realm.name())
                        .get("accessTokenLifespan")
                        .asInt())
                .isEqualTo(600);
        assertThat(signsIn("carla", "Password")).isTrue();
    }

    @Test
    void fromPartialImport() throws IOException, InterruptedException {
        begin("guide-partial");

        List<JsonNode> summaries = run("from-partial-import", Map.of());

        assertThat(summaries).extracting(MigrationGuidesIT::counts).containsExactly("3 0 0", "0 0 1", "0 0 1");
        assertThat(summaries.get(0).toString()).contains("Use the parameter `ifExists`");
    }

    @Test
    void fromLdap() throws IOException, InterruptedException {
        InstalledProgram.require("ldapsearch", "ldap-utils");
        begin("guide-ldap");
        try (LdapServer ldap = LdapServer.start()
                .add("greta", "greta@acme.example", "{CRYPT}" + HASH)
                .add("hugo", "hugo@acme.example", "{CRYPT}" + HASH)) {
            ldap.addTo(realm.admin(), realm.name(), Map.of());
            String id = realm.userId("greta");

            List<JsonNode> summaries = run("from-ldap", ldap.variables());

            assertThat(summaries).extracting(MigrationGuidesIT::counts).containsExactly("0 2 0", "0 2 0");
            assertThat(realm.userId("greta")).isEqualTo(id);
        }
        assertThat(signsIn("greta", PASSWORD)).as("without the directory").isTrue();
        assertThat(realm.admin()
                        .get(realm.path("users/" + realm.userId("hugo")))
                        .has("federationLink"))
                .isFalse();
    }

    @Test
    void fromSql() throws IOException, InterruptedException {
        InstalledProgram.require("psql", "postgresql-client");
        begin("guide-sql");
        EmbeddedDatabase database = server.database();
        try (Sql sql = new Sql(database)) {
            sql.unprepared("create schema guide; set search_path = guide; "
                    + Documentation.read().page("docs/migration/from-sql.md").code("sql"));

            List<JsonNode> summaries = run(
                    "from-sql",
                    Map.of(
                            "SOURCE",
                            "postgresql://postgres:postgres@localhost:" + database.port() + "/keycloak",
                            "PGOPTIONS",
                            "-c search_path=guide"));

            sql.unprepared("drop schema guide cascade");
            assertThat(summaries)
                    .extracting(MigrationGuidesIT::counts)
                    .containsExactly("1 0 0", "1 0 0", "2 0 0", "2 0 0", "0 1 0", "2 same");
        }
        JsonNode carla = realm.admin().get(realm.path("users/" + realm.userId("carla")));
        assertThat(carla.get("email").asText()).isEqualTo("carla.rossi@acme.example");
        assertThat(signsIn("carla", PASSWORD)).isTrue();
    }

    private void begin(String name) {
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
                Map.of("realm-management", List.of("realm-admin")));
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
        Path script = Files.writeString(
                directory.resolve("guide.sh"),
                Documentation.read().page("docs/migration/" + page + ".md").code("bash"));
        Map<String, String> environment = new HashMap<>(source);
        environment.put("KC", server.keycloak().baseUrl().toString().replaceAll("/$", ""));
        environment.put("REALM", realm.name());
        environment.put("IMPORT", environment.get("KC") + "/admin/realms/" + realm.name() + "/bulk-import");
        environment.put("TOKEN", token());
        InstalledProgram.Result result = InstalledProgram.run(
                directory, environment, List.of("bash", "-eu", "-o", "pipefail", script.toString()));
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
