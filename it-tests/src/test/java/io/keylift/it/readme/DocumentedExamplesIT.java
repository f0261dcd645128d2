// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.Workspace;
import io.keylift.it.stack.InstalledProgram;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of the documentation in their order and checks their documented effect. */
@OnSharedServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DocumentedExamplesIT {

    private static final String REALM = "documented";

    private AdminHttp admin;
    private AdminHttp hank;
    private URI server;
    private String output;
    private int exitCode;

    @BeforeAll
    void runTheExamples(SharedServer shared, @TempDir Path directory) throws IOException, InterruptedException {
        InstalledProgram.require("jq", "jq");
        server = shared.keycloak().baseUrl();
        admin = shared.admin();
        hank = new AdminHttp(server, REALM, "hank", "correct horse battery staple");
        Path script = Files.writeString(
                directory.resolve("examples.sh"), Documentation.read().code("sh"));
        Path log = directory.resolve("output");
        ProcessBuilder bash = new ProcessBuilder("bash", "-eu", script.toString())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        bash.environment().put("KC", server.toString());
        bash.environment().put("MANAGEMENT", shared.keycloak().managementUrl().toString());
        bash.environment().put("REALM", REALM);
        Files.createSymbolicLink(directory.resolve("keylift"), Workspace.command());
        bash.environment().merge("PATH", directory.toString(), (path, first) -> first + ":" + path);
        Process process = bash.start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        exitCode = process.exitValue();
        output = Files.readString(log);
    }

    @Test
    void everyExampleSucceeds() {
        assertThat(exitCode).as(output).isZero();
        assertThat(output.lines().filter(line -> line.contains("\"type\":\"summary\"")))
                .hasSize(20)
                .allMatch(line -> line.contains("\"status\":\"COMPLETED\""));
        assertThat(output).doesNotContain("\"type\":\"reject\"").contains("\"permitted\":true");
    }

    /** Apart from the id, the times, and the name of the realm. */
    @Test
    void theReadmeShowsAnAnswer() throws IOException {
        List<String> shown = Documentation.read()
                .page("README.md")
                .blocks("json")
                .get(0)
                .lines()
                .map(DocumentedExamplesIT::withoutChance)
                .toList();

        assertThat(shown).hasSize(3);
        assertThat(output.lines().map(DocumentedExamplesIT::withoutChance).toList())
                .containsSequence(shown);
    }

    private static String withoutChance(String line) {
        return line.replaceAll("\"(id|realm)\":\"[^\"]*\"", "\"$1\":\"\"")
                .replaceAll("\"(millis|seconds|recordsPerSecond)\":[0-9.]+", "\"$1\":0");
    }

    @Test
    void theServiceAccountHasTheLeastRights() {
        String account = user("service-account-importer").path("id").asText();
        JsonNode roles = admin.get("/admin/realms/" + REALM + "/users/" + account + "/role-mappings");

        assertThat(roles.at("/clientMappings/realm-management/mappings").findValuesAsText("name"))
                .containsExactlyInAnyOrder("manage-users", "manage-organizations");
    }

    @Test
    void organizationsAreThere() {
        JsonNode globex = organization("globex");

        assertThat(globex.path("name").asText()).isEqualTo("Globex");
        assertThat(globex.at("/attributes/tier/0").asText()).isEqualTo("gold");
        assertThat(globex.at("/domains/0/name").asText()).isEqualTo("globex.example");
        assertThat(globex.at("/domains/0/verified").asBoolean()).isTrue();
        assertThat(organization("initech").path("redirectUrl").asText()).isEqualTo("https://initech.example/welcome");
    }

    @Test
    void peopleAreWhoTheyAreSaidToBe() {
        assertThat(membershipType("globex", "hank")).isEqualTo("MANAGED");
        assertThat(membershipType("initech", "peter")).isEqualTo("UNMANAGED");
        assertThat(realmRoles("hank")).contains("offline_access");
        assertThat(user("peter").path("requiredActions"))
                .extracting(JsonNode::asText)
                .containsExactly("UPDATE_PASSWORD");
        assertThat(membershipType("globex", "homer")).isEqualTo("MANAGED");
        assertThat(membershipType("initech", "michael")).isEqualTo("UNMANAGED");
        assertThat(user("frank").path("enabled").asBoolean()).isTrue();
        assertThat(realmRoles("milton")).contains("offline_access", "uma_authorization");
        assertThatNoException().as("hank signs in").isThrownBy(hank::token);
        assertThatNoException()
                .as("otto signs in with the hash of another system")
                .isThrownBy(() -> new AdminHttp(server, REALM, "otto", "Password").token());
    }

    @Test
    void whoIsRemovedIsGone() {
        for (String username : List.of("bill", "samir")) {
            assertThat(admin.get("/admin/realms/" + REALM + "/users?exact=true&username=" + username))
                    .as(username)
                    .isEmpty();
        }
        assertThat(output)
                .contains("\"key\":\"bill\",\"outcome\":\"removed\"")
                .contains("\"key\":\"samir@initech.example\",\"outcome\":\"removed\"")
                .contains("\"key\":\"nobody\",\"outcome\":\"skipped\"");
    }

    @Test
    void thePolicyOfCapabilitiesIsThere() {
        assertThat(output)
                .contains("\"type\":\"capability\"")
                .contains("\"capabilities\":[\"orders.edit\",\"orders.approve\"],\"requireAll\":true");
    }

    @Test
    void timingsSayWhatRequestsWaitFor() {
        assertThat(output).contains("\"sort\":\"pool_wait\"").contains("/admin/realms/{realm}/");
    }

    @Test
    void theJobIsShownAndThenRemoved() {
        assertThat(output).contains("\"id\":\"migration-1\"");
        assertThat(admin.send("GET", "/admin/realms/" + REALM + "/bulk-import/jobs/migration-1", null)
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void capabilitiesAreAssignedAndDecideByThem() {
        String role = admin.get("/admin/realms/" + REALM + "/roles/offline_access")
                .get("id")
                .asText();
        JsonNode assigned = admin.get("/admin/realms/" + REALM + "/capabilities/roles/" + role);

        assertThat(assigned.get("capabilities").findValuesAsText("name")).containsExactly("clerk", "orders.edit");
        assertThat(output).contains("\"through\":[\"clerk\"]").contains("{\"decision\":true}");
    }

    private JsonNode organization(String alias) {
        String organizations = "/admin/realms/" + REALM + "/organizations";
        for (JsonNode found : admin.get(organizations)) {
            if (found.path("alias").asText().equals(alias)) {
                return admin.get(organizations + "/" + found.path("id").asText());
            }
        }
        throw new AssertionError("No organization " + alias);
    }

    private String membershipType(String organization, String username) {
        String members = "/admin/realms/" + REALM + "/organizations/"
                + organization(organization).path("id").asText() + "/members";
        for (JsonNode member : admin.get(members)) {
            if (member.path("username").asText().equals(username)) {
                return member.path("membershipType").asText();
            }
        }
        throw new AssertionError(username + " is no member of " + organization);
    }

    private JsonNode user(String username) {
        JsonNode found = admin.get("/admin/realms/" + REALM + "/users?exact=true&username=" + username);
        assertThat(found).as(username).hasSize(1);
        return admin.get(
                "/admin/realms/" + REALM + "/users/" + found.get(0).path("id").asText());
    }

    private Iterable<String> realmRoles(String username) {
        String path =
                "/admin/realms/" + REALM + "/users/" + user(username).path("id").asText() + "/role-mappings/realm";
        return admin.get(path).findValuesAsText("name");
    }
}
