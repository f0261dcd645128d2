// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Law 8, first half: which callers can import, and into which realm. */
@OnSharedServer
class PermissionsIT {

    private static final String REALM = "permissions";
    private static final String OTHER = "permissions-other";

    /** Kinds, and the roles of which each alone permits their import. */
    private static final Map<String, Set<String>> PERMITTED = Map.of(
            "users", Set.of("realm-admin", "manage-users"),
            "organizations", Set.of("realm-admin", "manage-realm", "manage-organizations"));

    private static Callers callers;
    private static Callers others;

    @BeforeAll
    static void realms(SharedServer server) {
        TestRealms.createForTenant(server.admin(), REALM);
        TestRealms.createForTenant(server.admin(), OTHER);
        callers = new Callers(server, REALM);
        others = new Callers(server, OTHER);
    }

    static List<String> adminRoles() {
        return callers.adminRoles();
    }

    @ParameterizedTest
    @MethodSource("adminRoles")
    void law8_aSingleAdminRoleImportsWhatItMayCreateThroughTheAdminApi(String role) throws IOException {
        AdminHttp caller = callers.with(role);
        for (String kind : PERMITTED.keySet()) {
            boolean permitted = PERMITTED.get(kind).contains(role);
            int created = caller.send("POST", callers.path(kind), record(kind, "api-" + role))
                    .statusCode();
            assertThat(created).as("Admin API, %s", kind).isEqualTo(permitted ? 201 : 403);
            assertImports(caller, kind, role, permitted);
        }
    }

    @Test
    void law8_aCallerWithoutAnyAdminRoleImportsNothing() throws IOException {
        AdminHttp caller = callers.with();
        for (String kind : PERMITTED.keySet()) {
            assertImports(caller, kind, "nobody", false);
        }
        assertThat(caller.send("GET", callers.path("bulk-import/kinds"), null).statusCode())
                .isEqualTo(403);
    }

    private static void assertImports(AdminHttp caller, String kind, String name, boolean permitted)
            throws IOException {
        String job = "by-" + name + "-" + kind;
        ImportAnswer answer = callers.importing(caller)
                .post(
                        kind + "?job=" + job,
                        List.of(AdminHttp.JSON
                                .valueToTree(record(kind, "bulk-" + name))
                                .toString()));

        assertThat(answer.status()).as(kind).isEqualTo(permitted ? 200 : 403);
        assertThat(callers.admin()
                        .send("GET", callers.path("bulk-import/jobs/" + job), null)
                        .statusCode())
                .as("job of the import of %s", kind)
                .isEqualTo(permitted ? 200 : 404);
        assertThat(exists(callers, kind, "bulk-" + name)).as(kind).isEqualTo(permitted);
        if (permitted) {
            assertThat(answer.count("added")).isEqualTo(1);
        } else {
            assertThat(answer.lines()).noneMatch(line -> line.has("type"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "POST, users",
        "POST, organizations",
        "POST, nothing-of-this-name",
        "GET, kinds",
        "GET, jobs",
        "GET, jobs/any",
        "GET, jobs/any/rejects",
        "POST, jobs/any/cancel",
        "DELETE, jobs/any"
    })
    void law8_withoutAValidTokenNothingIsAnswered(String method, String rest, SharedServer server)
            throws IOException, InterruptedException {
        URI uri = server.keycloak().baseUrl().resolve(callers.path("bulk-import/" + rest));
        for (String token :
                new String[] {null, "not-a-token", spoiled(callers.admin().token())}) {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(uri).method(method, BodyPublishers.ofString("{\"username\":\"tokenless\"}"));
            request.header("Content-Type", ImportClient.NDJSON);
            if (token != null) {
                request.header("Authorization", "Bearer " + token);
            }
            assertThat(HttpClient.newHttpClient()
                            .send(request.build(), BodyHandlers.ofString())
                            .statusCode())
                    .as("token %s", token)
                    .isEqualTo(401);
        }
        assertThat(callers.userId("tokenless")).isNull();
    }

    /** The token with a changed signature. */
    private static String spoiled(String token) {
        int signature = token.lastIndexOf('.') + 10;
        char other = token.charAt(signature) == 'A' ? 'B' : 'A';
        return token.substring(0, signature) + other + token.substring(signature + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"users", "organizations"})
    void law8_aUserOfAnotherRealmImportsNothing_whateverHeMayDoAtHome(String kind) throws IOException {
        AdminHttp admin = others.with(others.adminRoles().toArray(String[]::new));
        ImportClient here = callers.importing(admin);

        ImportAnswer home = others.importing(admin).post(kind, line(kind, "at-home"));
        ImportAnswer abroad = here.post(kind + "?job=abroad", line(kind, "abroad"));

        assertThat(home.count("added")).isEqualTo(1);
        assertThat(abroad.status()).isEqualTo(403);
        assertThat(exists(callers, kind, "abroad")).isFalse();
        assertThat(exists(others, kind, "abroad")).isFalse();
        for (String path : List.of("kinds", "jobs", "jobs/any")) {
            assertThat(admin.send("GET", here.path(path), null).statusCode())
                    .as(path)
                    .isEqualTo(403);
        }
    }

    @Test
    void law8_aUserOfMasterImportsIntoTheRealmsHeAdministersOnly(SharedServer server) throws IOException {
        AdminHttp caller = new Callers(server, "master").withRolesOf(OTHER + "-realm", "manage-users");

        assertThat(others.importing(caller)
                        .post("users", line("users", "from-master"))
                        .count("added"))
                .isEqualTo(1);
        assertThat(callers.importing(caller)
                        .post("users", line("users", "from-master"))
                        .status())
                .isEqualTo(403);
        assertThat(new ImportClient(caller, "master")
                        .post("users", line("users", "from-master"))
                        .status())
                .isEqualTo(403);
        assertThat(callers.userId("from-master")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"users", "organizations"})
    void law8_onlyThePathNamesTheRealm(String kind) throws IOException {
        for (String field : List.of("realm", "realmId", "realmName")) {
            Map<String, Object> named = new TreeMap<>(record(kind, "named-" + field.toLowerCase()));
            named.put(field, OTHER);
            ImportAnswer answer = callers.importing(callers.with("realm-admin"))
                    .post(kind, AdminHttp.JSON.valueToTree(named).toString());

            assertThat(answer.rejects()).singleElement().satisfies(reject -> {
                assertThat(reject.get("code").asText()).isEqualTo("unknown_field");
                assertThat(reject.get("pointer").asText()).isEqualTo("/" + field);
            });
            assertThat(exists(others, kind, "named-" + field.toLowerCase())).isFalse();
            assertThat(exists(callers, kind, "named-" + field.toLowerCase())).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "users, fail", "users, skip", "users, overwrite", "users, merge",
        "organizations, fail", "organizations, skip", "organizations, overwrite", "organizations, merge"
    })
    void law8_theIdOfSomethingInAnotherRealmIsOutOfReach(String kind, String ifExists) throws IOException {
        String name = "kept-" + ifExists;
        others.admin().post(others.path(kind), record(kind, name));
        String id = kind.equals("users") ? others.userId(name) : others.organizationId(name);
        JsonNode before = others.admin().get(others.path(kind + "/" + id));
        Map<String, Object> stranger = new TreeMap<>(record(kind, "stranger-" + ifExists));
        stranger.put("id", id);

        ImportAnswer answer = callers.importing(callers.with("realm-admin"))
                .post(
                        kind + "?ifExists=" + ifExists,
                        AdminHttp.JSON.valueToTree(stranger).toString());

        assertThat(answer.rejects()).singleElement().satisfies(reject -> {
            assertThat(reject.get("code").asText()).isEqualTo("conflict");
            assertThat(reject.get("pointer").asText()).isEqualTo("/id");
        });
        assertThat(others.admin().get(others.path(kind + "/" + id))).isEqualTo(before);
        assertThat(exists(callers, kind, "stranger-" + ifExists)).isFalse();
    }

    private static String line(String kind, String name) {
        return AdminHttp.JSON.valueToTree(record(kind, name)).toString();
    }

    /** A record that both the Admin API and the import accept. */
    private static Map<String, Object> record(String kind, String name) {
        return kind.equals("users")
                ? Map.of("username", name, "email", name + "@permissions.example")
                : Map.of("name", name, "alias", name, "domains", List.of(Map.of("name", name + ".example")));
    }

    private static boolean exists(Callers realm, String kind, String name) {
        return (kind.equals("users") ? realm.userId(name) : realm.organizationId(name)) != null;
    }
}
