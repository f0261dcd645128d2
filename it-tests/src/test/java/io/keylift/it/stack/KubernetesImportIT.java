// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SecondTier;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.stack.InstalledProgram.Result;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The script of the CronJob against a real server, as a service account with the roles in the guide. */
@SecondTier
@OnSharedServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KubernetesImportIT {

    private static final String REALM = "kubernetes";
    private static final String SECRET = "s3cr3t-of+the&import";

    private SharedServer server;
    private AdminHttp admin;

    @TempDir
    Path directory;

    @BeforeAll
    void makeRealm(SharedServer shared) {
        server = shared;
        admin = server.admin();
        TestRealms.create(admin, Map.of("realm", REALM, "enabled", true, "organizationsEnabled", true));
        String realm = "/admin/realms/" + REALM;
        String client = admin.postNew(
                realm + "/clients", Map.of("clientId", "importer", "secret", SECRET, "serviceAccountsEnabled", true));
        String account = admin.get(realm + "/clients/" + client + "/service-account-user")
                .path("id")
                .asText();
        String management = admin.get(realm + "/clients?clientId=realm-management")
                .at("/0/id")
                .asText();
        List<JsonNode> roles = List.of(
                admin.get(realm + "/clients/" + management + "/roles/manage-users"),
                admin.get(realm + "/clients/" + management + "/roles/manage-organizations"));
        admin.post(realm + "/users/" + account + "/role-mappings/clients/" + management, roles);
    }

    @BeforeEach
    void makeDirectories() throws IOException {
        for (String name : List.of("client", "input", "work")) {
            Files.createDirectories(directory.resolve(name));
        }
        try (var files = Files.list(directory.resolve("input"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.writeString(directory.resolve("client/client-id"), "importer");
        Files.writeString(directory.resolve("client/client-secret"), SECRET);
    }

    @Test
    void filesAreImportedInTheOrderOfTheirNames() throws IOException, InterruptedException {
        input(
                "20-users.ndjson.gz",
                "{\"username\":\"ann\",\"enabled\":true,\"organizations\":[{\"alias\":\"umbrella\"}]}\n");
        input("10-organizations.csv", "name,alias,domains[]\nUmbrella,umbrella,umbrella.example\n");

        Result result = run("order");

        assertThat(result.exitCode()).as(result.output()).isZero();
        assertThat(result.output())
                .contains("\"status\":\"COMPLETED\"")
                .doesNotContain("Bearer")
                .doesNotContain(SECRET);
        assertThat(admin.get("/admin/realms/" + REALM + "/users?exact=true&username=ann"))
                .hasSize(1);
        assertThat(admin.get("/admin/realms/" + REALM + "/bulk-import/jobs/order-20-users")
                        .path("added")
                        .asInt())
                .isEqualTo(1);
    }

    /** A restarted pod repeats its import: under another job id, the user would already exist. */
    @Test
    void sentAgainUnderTheSameNameItIsTheSameImport() throws IOException, InterruptedException {
        input("1-users.json", "[{\"username\":\"bea\",\"enabled\":true}]");
        assertThat(run("again").exitCode()).isZero();

        Result second = run("again");

        assertThat(second.exitCode()).as(second.output()).isZero();
        assertThat(second.output()).contains("\"added\":1");
    }

    @Test
    void whatDoesNotCompleteIsAFailure() throws IOException, InterruptedException {
        input("1-users.json", "[{\"username\":\"cat\",\"enabled\":true}");

        Result result = run("broken");

        assertThat(result.exitCode()).as(result.output()).isEqualTo(1);
        assertThat(result.output()).contains("truncated_array").contains("1-users.json did not complete");
    }

    @Test
    void whatTheServerRefusesIsAFailure() throws IOException, InterruptedException {
        input("1-nonsense.json", "[]");

        Result result = run("refused");

        assertThat(result.exitCode()).as(result.output()).isEqualTo(1);
        assertThat(result.output()).contains("did not complete");
    }

    @Test
    void aWrongSecretIsAFailure() throws IOException, InterruptedException {
        input("1-users.json", "[]");
        Files.writeString(directory.resolve("client/client-secret"), "wrong");

        Result result = run("unauthorized");

        assertThat(result.exitCode()).as(result.output()).isEqualTo(1);
        assertThat(result.output()).contains("gives no token");
    }

    private Result run(String job) throws IOException, InterruptedException {
        return InstalledProgram.run(
                directory,
                Map.of(
                        "SERVER", server.keycloak().baseUrl().toString(),
                        "REALM", REALM,
                        "JOB", job,
                        "PARAMETERS", "ifExists=merge",
                        "CLIENT", directory.resolve("client").toString(),
                        "INPUT", directory.resolve("input").toString(),
                        "WORK", directory.resolve("work").toString()),
                List.of("sh", Kubernetes.DIRECTORY.resolve("import.sh").toString()));
    }

    private void input(String name, String text) throws IOException {
        Path file = directory.resolve("input").resolve(name);
        try (OutputStream out = name.endsWith(".gz")
                ? new GZIPOutputStream(Files.newOutputStream(file))
                : Files.newOutputStream(file)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
