// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.SecondTier;
import io.keylift.it.exports.TransferRealm;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The richest realm of the tests goes to another server under another name: from its server, and from documents. */
@SecondTier
@OnTunedServer
class RealmCopyIT {

    private static final String SOURCE = "rich";
    private static final String COPY = "rich-copy";
    private static final String PASSWORD = "Garten-2019!";
    private static final String STORAGE = "org.keycloak.storage.UserStorageProvider";

    @TempDir
    private static Path folder;

    private static TwinRealm source;
    private static EmbeddedDatabase database;
    private static KeycloakServer other;
    private static AdminHttp otherAdmin;
    private static Keylift keylift;
    private static String storage;

    @BeforeAll
    static void realm(TunedServer tuned) throws IOException {
        source = TransferRealm.create(tuned.admin(), SOURCE);
        addSettings(tuned.admin());
        addUsers();
        database = TestDatabase.start();
        other = TunedServer.built(KeycloakServer.on(database)).start();
        otherAdmin = AdminHttp.master(other.baseUrl());
        keylift = Keylift.asAdministrator(tuned.keycloak().baseUrl(), SOURCE, folder)
                .with(Map.of(
                        "KEYLIFT_TO_SERVER",
                        other.baseUrl().toString(),
                        "KEYLIFT_TO_CLIENT_ID",
                        "admin-cli",
                        "KEYLIFT_TO_USERNAME",
                        "admin",
                        "KEYLIFT_TO_PASSWORD",
                        "admin"));
    }

    @AfterAll
    static void stop() {
        if (other != null) {
            other.close();
        }
        database.close();
    }

    private static void addSettings(AdminHttp admin) {
        admin.put(
                "/admin/realms/" + SOURCE,
                Map.of(
                        "internationalizationEnabled",
                        true,
                        "supportedLocales",
                        List.of("de", "en"),
                        "smtpServer",
                        Map.of(
                                "host", "mail.example",
                                "from", "a@b.example",
                                "auth", "true",
                                "user", "mailer",
                                "password", "not-for-any-output")));
        admin.post(source.path("localization/de"), Map.of("greeting", "Moin"));
        admin.post(source.path("authentication/flows/browser/copy"), Map.of("newName", "bridge"));
        admin.put(
                source.path("clients/" + source.clientId("shop")),
                Map.of("authenticationFlowBindingOverrides", Map.of("browser", source.id("flow", "bridge"))));
        storage = admin.postNew(
                source.path("components"),
                Map.of(
                        "name",
                        "people",
                        "providerId",
                        "ldap",
                        "providerType",
                        STORAGE,
                        "config",
                        new TreeMap<>(Map.ofEntries(
                                value("enabled", "false"),
                                value("vendor", "other"),
                                value("connectionUrl", "ldap://127.0.0.1:1"),
                                value("bindDn", "cn=admin"),
                                value("bindCredential", "not-for-any-output"),
                                value("usersDn", "ou=people"),
                                value("authType", "simple"),
                                value("editMode", "READ_ONLY"),
                                value("usernameLDAPAttribute", "uid"),
                                value("rdnLDAPAttribute", "uid"),
                                value("uuidLDAPAttribute", "entryUUID"),
                                value("userObjectClasses", "inetOrgPerson")))));
    }

    private static Map.Entry<String, List<String>> value(String name, String value) {
        return Map.entry(name, List.of(value));
    }

    private static void addUsers() throws IOException {
        ImportAnswer answer = source.imports().post("", """
                {"kind":"clients","record":{"clientId":"robot","secret":"robot-secret","serviceAccountsEnabled":true}}
                {"kind":"users","record":{"username":"ada","enabled":true,"requiredActions":[],"realmRoles":["reader"],\
                "email":"ada@example.org","firstName":"Ada","lastName":"L",\
                "credentials":[{"type":"password","value":"%s"}]}}
                {"kind":"users","record":{"username":"from-ldap","enabled":true,"federationLink":"%s"}}
                """.formatted(PASSWORD, storage));
        assertThat(answer.addsUp().rejects()).isEmpty();
    }

    private static Map<String, JsonNode> flows(AdminHttp admin, String realm) {
        ObjectNode document =
                (ObjectNode) admin.post("/admin/realms/" + realm + "/partial-export?exportClients=false", Map.of());
        Map<String, JsonNode> flows = new TreeMap<>();
        for (JsonNode flow : document.path("authenticationFlows")) {
            ((ObjectNode) flow).remove("id");
            flows.put(flow.path("alias").asText(), flow);
        }
        return flows;
    }

    private static String binding(AdminHttp admin, TwinRealm realm) {
        String id = admin.get(realm.path("clients/" + realm.clientId("shop")))
                .at("/authenticationFlowBindingOverrides/browser")
                .asText();
        return admin.get(realm.path("authentication/flows/" + id)).path("alias").asText();
    }

    private static void requireSignIns(String realm) {
        assertThat(new AdminHttp(other.baseUrl(), realm, "ada", PASSWORD).token())
                .isNotEmpty();
        Map<String, String> robot =
                Map.of("grant_type", "client_credentials", "client_id", "robot", "client_secret", "robot-secret");
        assertThat(new AdminHttp(other.baseUrl(), realm, robot).token()).isNotEmpty();
    }

    private static void requireCopy(String name) {
        TwinRealm copy = new TwinRealm(otherAdmin, name);
        assertThat(flows(otherAdmin, name)).isEqualTo(flows(source.admin(), SOURCE));
        assertThat(binding(otherAdmin, copy)).isEqualTo("bridge");
        String link = otherAdmin
                .get(copy.path("users?exact=true&username=from-ldap"))
                .at("/0/federationLink")
                .asText();
        JsonNode linked = otherAdmin.get(copy.path("components/" + link));
        assertThat(linked.path("name").asText()).isEqualTo("people");
        requireSignIns(name);
    }

    @Test
    void theCopyIsTheSameAndPeopleAndClientsSignIn() throws Exception {
        Keylift.Ended copied = keylift.run("realm", "copy", "--to-realm", COPY, "--verify");

        assertThat(copied.code()).as(copied.err()).isZero();
        assertThat(copied.err())
                .contains("smtpServer/password", "people/bindCredential")
                .doesNotContain("not-for-any-output", "users/credentials");
        assertThat(verifications(copied.err()))
                .isNotEmpty()
                .allMatch(line -> line.matches("verify-.*: completed, ([0-9,]+) read(, \\1 same)? in .*"));
        requireCopy(COPY);
        Keylift.Ended settings = keylift.run("realm", "copy", "--to-realm", COPY, "--settings");
        assertThat(settings.out().lines())
                .as("secrets that the source does not give")
                .containsExactlyInAnyOrder(
                        "+ smtpServer/password: (secret)",
                        "+ components/" + STORAGE + "/people/config/bindCredential: (secret)");
    }

    private static List<String> verifications(String err) {
        return err.lines()
                .filter(Pattern.compile("^verify-.*read").asPredicate())
                .toList();
    }

    @Test
    void documentsBecomeARealmOfAnotherNameWithItsKeys(TunedServer tuned) throws Exception {
        Path directory = Workspace.directory("realm-copy");
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        tuned.keycloak().run("export", "--realm=" + SOURCE, "--dir=" + directory);
        try (Stream<Path> files = Files.list(directory);
                ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(folder.resolve("realm.zip")))) {
            for (Path file : files.toList()) {
                zip.putNextEntry(new ZipEntry("export/" + file.getFileName()));
                Files.copy(file, zip);
            }
        }
        Keylift there = Keylift.asAdministrator(other.baseUrl(), "rich-documents", folder);

        Keylift.Ended imported = there.run("import", "realm.zip", "--create-realm", "--with-keys", "--verify");

        assertThat(imported.code()).as(imported.err()).isZero();
        assertThat(imported.err()).doesNotContain("not-for-any-output", "KeyProvider");
        requireCopy("rich-documents");
        assertThat(keyIds(otherAdmin, "rich-documents")).isEqualTo(keyIds(source.admin(), SOURCE));
    }

    private static List<String> keyIds(AdminHttp admin, String realm) {
        return admin.get("/admin/realms/" + realm + "/keys").path("keys").findValuesAsText("kid").stream()
                .sorted()
                .toList();
    }
}
