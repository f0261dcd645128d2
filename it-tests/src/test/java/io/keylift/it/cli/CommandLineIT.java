// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged command against a real server, with the roles that the documentation names. */
@OnSharedServer
class CommandLineIT {

    private static final String REALM = "command-line";
    private static final String SECRET = "not-for-any-output";

    @TempDir
    private static Path folder;

    private static SharedServer server;
    private static Keylift keylift;

    @BeforeAll
    static void realm(SharedServer shared) {
        server = shared;
        TestRealms.create(
                shared.admin(),
                Map.of(
                        "realm",
                        REALM,
                        "enabled",
                        true,
                        "organizationsEnabled",
                        true,
                        "clients",
                        List.of(Map.of(
                                "clientId",
                                "importer",
                                "secret",
                                SECRET,
                                "publicClient",
                                false,
                                "serviceAccountsEnabled",
                                true)),
                        "users",
                        List.of(Map.of(
                                "username",
                                "service-account-importer",
                                "enabled",
                                true,
                                "serviceAccountClientId",
                                "importer",
                                "clientRoles",
                                Map.of("realm-management", List.of("manage-users", "manage-organizations"))))));
        keylift = Keylift.asServiceAccount(shared.keycloak().baseUrl(), REALM, SECRET, folder);
    }

    private static Path file(String name, String... lines) throws IOException {
        return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
    }

    private static String user(String name) {
        return "{\"username\":\"" + name + "\",\"enabled\":true}";
    }

    private static JsonNode found(String username) {
        return server.admin().get("/admin/realms/" + REALM + "/users?exact=true&username=" + username);
    }

    @Test
    void itChecksWhetherTheCallerMayImport() throws Exception {
        Keylift.Ended ready = keylift.run("check", "organizations", "users");
        Keylift.Ended lacking = keylift.run("check", "users", "clients");

        assertThat(ready.code()).as(ready.err()).isZero();
        assertThat(ready.out())
                .contains("server: Keylift 0.", "users: ready", "organizations: ready")
                .contains("max-record-bytes=1048576", "undo of records with secrets: ", "indexes: ready");
        assertThat(lacking.code()).isEqualTo(4);
        assertThat(lacking.out()).contains("clients: the caller lacks manage-clients");
    }

    @Test
    void rejectsAreWrittenWithTheirRecordsAndSentAgainCorrected() throws Exception {
        file("people.ndjson", user("ada"), "{\"username\":\"bob\",\"shoeSize\":38}", "", "{no JSON", user("cyd"));

        Keylift.Ended first = keylift.run(
                "import", "users", "people.ndjson", "--job", "people", "--streams", "2", "--rejects", "rejects.ndjson");

        assertThat(first.code()).as(first.err()).isEqualTo(1);
        assertThat(first.err()).contains("4 read, 2 added, 2 rejected", "2 rejects are in rejects.ndjson");
        Path file = folder.resolve("rejects.ndjson");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        List<String> rejects = Files.readAllLines(file);
        JsonNode unknown = AdminHttp.JSON.readTree(rejects.get(0));
        JsonNode broken = AdminHttp.JSON.readTree(rejects.get(1));
        assertThat(unknown.path("line").asInt()).isEqualTo(2);
        assertThat(unknown.path("code").asText()).isEqualTo("unknown_field");
        assertThat(unknown.at("/record/shoeSize").asInt()).isEqualTo(38);
        assertThat(broken.path("line").asInt()).isEqualTo(4);
        assertThat(broken.path("text").asText()).isEqualTo("{no JSON");

        file("rejects.ndjson", rejects.get(0).replace(",\"shoeSize\":38", ""));
        Keylift.Ended corrected = keylift.run("import", "users", "rejects.ndjson", "--corrected");
        Keylift.Ended otherNumber = keylift.run("import", "users", "people.ndjson", "--job", "people");

        assertThat(corrected.code()).as(corrected.err()).isZero();
        assertThat(found("bob")).hasSize(1);
        assertThat(otherNumber.code()).isEqualTo(4);
        assertThat(otherNumber.err()).contains("begun with 2 streams");
    }

    @Test
    void rowsOfCsvAreSentAgainCorrected() throws Exception {
        file("staff.csv", "username,enabled,firstName", "gil,true,\"Gil\"", "", "hal,perhaps,\"Hal\"");

        Keylift.Ended first = keylift.run("import", "users", "staff.csv", "--rejects", "staff.ndjson");

        assertThat(first.code()).as(first.err()).isEqualTo(1);
        Path rejects = folder.resolve("staff.ndjson");
        assertThat(rejects).content().contains("\"cells\":{\"username\":\"hal\",\"enabled\":\"perhaps\",");
        Files.writeString(rejects, Files.readString(rejects).replace("perhaps", "true"));

        Keylift.Ended corrected = keylift.run("import", "users", "staff.ndjson", "--corrected");

        assertThat(corrected.code()).as(corrected.err()).isZero();
        assertThat(found("hal").at("/0/enabled").asBoolean()).isTrue();
    }

    @Test
    void whatIsImportedIsVerifiedExportedAndListed() throws Exception {
        String people = user("eve") + "\n" + user("fay") + "\n";

        Keylift.Ended imported = keylift.runWith(people, "import", "users", "-", "--job", "piped", "--json");
        Keylift.Ended verified = keylift.runWith(people, "verify", "users", "-", "--job", "proof");
        Keylift.Ended different = keylift.runWith(
                "{\"username\":\"eve\",\"enabled\":false}\n", "verify", "users", "-", "--job", "difference");
        Keylift.Ended report = keylift.run("report", "proof", "--form", "html", "--out", "proof.html");
        Keylift.Ended exported = keylift.run("export", "users", "--fields", "username", "--filter", "search=eve");
        Keylift.Ended jobs = keylift.run("jobs", "--status", "completed");

        assertThat(imported.code()).as(imported.err()).isZero();
        assertThat(imported.out().lines().reduce((one, next) -> next).orElseThrow())
                .startsWith("{\"type\":\"summary\",\"status\":\"COMPLETED\"");
        assertThat(verified.code()).as(verified.err()).isZero();
        assertThat(verified.err()).contains("2 same");
        assertThat(different.code()).isEqualTo(1);
        assertThat(different.err()).contains("1 different");
        assertThat(report.code()).as(report.err()).isZero();
        assertThat(folder.resolve("proof.html")).content().contains("<html");
        assertThat(exported.code()).as(exported.err()).isZero();
        assertThat(exported.out()).isEqualTo("{\"username\":\"eve\"}\n");
        assertThat(jobs.out()).contains("piped", "proof");
    }

    @Test
    void aJobIsUndone() throws Exception {
        file("organizations.ndjson", "{\"name\":\"Hooli\",\"alias\":\"hooli\",\"domains\":[\"hooli.example\"]}");

        Keylift.Ended imported =
                keylift.run("import", "organizations", "organizations.ndjson", "--undo", "--job", "hooli");
        Keylift.Ended undone = keylift.run("undo", "hooli");

        assertThat(imported.code()).as(imported.err()).isZero();
        assertThat(undone.code()).as(undone.err()).isZero();
        assertThat(undone.err()).contains("1 removed");
    }

    @Test
    void usersOfAnotherSystemComeByOneCommandAndSignIn() throws Exception {
        String users = Path.of("../formats/src/test/resources/io/keylift/formats/systems/supabase/users.csv")
                .toRealPath()
                .toString();

        Keylift.Ended tried = keylift.run("map", "try", "--from", "supabase", users);
        Keylift.Ended imported = keylift.run("import", users, "--json");
        Keylift.Ended verified = keylift.run("verify", "--from", "supabase", users);

        assertThat(tried.code()).as(tried.err()).isZero();
        assertThat(imported.code()).as(imported.err()).isZero();
        assertThat(imported.out()).contains("{\"type\":\"conversion\",\"whole\":true,\"read\":3");
        assertThat(imported.err()).contains("3 added", "Supabase Auth: 3 read", "left out: ");
        assertThat(verified.code()).as(verified.err()).isZero();
        AdminHttp iris =
                new AdminHttp(server.keycloak().baseUrl(), REALM, "iris.oeztuerk@nordwind.example", "Garten-2019!");
        assertThat(iris.token()).isNotEmpty();
    }

    @Test
    void aRefusalSaysWhyAndShowsNoSecret() throws Exception {
        Keylift stranger = Keylift.asServiceAccount(server.keycloak().baseUrl(), REALM, "another-secret", folder);

        Keylift.Ended refused = stranger.run("kinds");
        Keylift.Ended usage = keylift.run("import", "users");

        assertThat(refused.code()).isEqualTo(4);
        assertThat(refused.err()).contains("401").doesNotContain("another-secret", "\tat ");
        assertThat(usage.code()).isEqualTo(2);
        assertThat(usage.err()).contains("FILE").doesNotContain(SECRET);
    }

    @Test
    void theCommandHasTheVersionOfTheRelease() throws Exception {
        assertThat(keylift.run("--version").out()).isEqualTo("keylift " + System.getProperty("keylift.version") + "\n");
        assertThat(Files.isExecutable(Workspace.command())).isTrue();
    }
}
