// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.SignIn;
import io.keylift.it.imports.support.SlowReader;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Exports with secrets, on a server that allows them, and what changes while an export streams. */
@OnTunedServer
class SecretExportIT {

    private static final String REALM = "secret-export";
    private static final Map<String, Object> SETTINGS = Map.of(
            "passwordPolicy",
            "hashAlgorithm(pbkdf2-sha512) and hashIterations(1) and passwordHistory(3)",
            "adminEventsEnabled",
            true,
            "adminEventsDetailsEnabled",
            true);

    /** One page of users who do not fit into the buffers between server and client. */
    private static final int FAT = 4000;

    private static final int ALL = 5100;

    private static TwinRealm realm;
    private static Callers callers;
    private static URI server;

    @BeforeAll
    static void realm(TunedServer tuned) throws IOException {
        server = tuned.keycloak().baseUrl();
        realm = TwinRealm.create(tuned.admin(), REALM, SETTINGS);
        realm.demandNothingOfNewUsers();
        callers = new Callers(tuned.keycloak(), tuned.admin(), REALM);
        realm.imports().post("clients", """
                {"clientId":"keeper","protocol":"openid-connect","publicClient":false,"secret":"a-secret-of-a-client",\
                "serviceAccountsEnabled":true,"attributes":{"saml.signing.private.key":"a-private-key"}}
                """);
        realm.imports().post("identity-providers", """
                {"alias":"partner","providerId":"oidc","config":{"clientSecret":"a-secret-of-a-provider"}}
                {"alias":"vault","providerId":"oidc","config":{"clientSecret":"${vault.partner}"}}
                """);
        String users = """
                {"username":"jane","enabled":true,"email":"jane@example.org","firstName":"J","lastName":"D",\
                "credentials":[{"type":"password","value":"a-password-of-jane","userLabel":"mine"},\
                {"type":"otp","userLabel":"phone","createdDate":1700000000000,\
                "secretData":"{\\"value\\":\\"a-seed-of-jane\\"}",\
                "credentialData":"{\\"subType\\":\\"totp\\",\\"digits\\":6,\\"counter\\":0,\\"period\\":30,\
                \\"algorithm\\":\\"HmacSHA1\\"}"}]}
                {"username":"jack","enabled":true,"email":"jack@example.org","firstName":"J","lastName":"D",\
                "credentials":[{"type":"password","value":"a-password-of-jack"}]}
                """;
        assertThat(realm.imports().post("users", users).count("added")).isEqualTo(2);
    }

    @Test
    void law14_peopleAndClientsSignInWhereTheirSecretsWereImported(TunedServer tuned) throws IOException {
        TwinRealm twin = TwinRealm.create(tuned.admin(), REALM + "-twin", SETTINGS);
        twin.demandNothingOfNewUsers();
        for (String kind : List.of("clients", "identity-providers", "users")) {
            List<ObjectNode> records = export(kind + "?secrets=true").records();
            records.forEach(record -> record.remove(List.of("authenticationFlowBindingOverrides", "id")));
            ImportAnswer answer = twin.imports()
                    .post(
                            kind + "?ids=ignore&ifExists=overwrite",
                            Records.lines(records).replace(REALM, twin.name()));
            assertThat(answer.addsUp().rejects()).isEmpty();
        }

        SignIn signIn = new SignIn(server, twin.name(), "admin-cli", "openid");
        assertThat(signIn.isPassword("jack", "a-password-of-jack")).isTrue();
        assertThat(signIn.isPassword("jack", "another-password")).isFalse();
        assertThat(new AdminHttp(
                                server,
                                twin.name(),
                                Map.of(
                                        "grant_type",
                                        "client_credentials",
                                        "client_id",
                                        "keeper",
                                        "client_secret",
                                        "a-secret-of-a-client"))
                        .token())
                .isNotEmpty();
        assertThat(credentials(twin, "jane"))
                .isEqualTo(credentials(realm, "jane"))
                .extracting(credential -> credential.get("type").asText())
                .containsExactly("password", "otp");
        assertThat(ExportAnswer.get(twin.admin(), twin.name(), "identity-providers?secrets=true")
                        .records())
                .extracting(provider -> provider.at("/config/clientSecret").asText())
                .contains("a-secret-of-a-provider", "${vault.partner}");
        assertThat(record(ExportAnswer.get(twin.admin(), twin.name(), "clients?secrets=true"), "clientId", "keeper")
                        .at("/attributes/saml.signing.private.key")
                        .asText())
                .isEqualTo("a-private-key");
    }

    /** The history of passwords, which no import takes, is counted. */
    @Test
    void whatNoImportTakesIsHidden() {
        String id = realm.userId("jack");
        for (String password : List.of("another-password-of-jack", "a-password-of-jack-2", "a-password-of-jack")) {
            realm.admin()
                    .send(
                            "PUT",
                            realm.path("users/" + id + "/reset-password"),
                            Map.of("type", "password", "value", password, "temporary", false));
        }

        ExportAnswer jack = export("users?secrets=true&search=username:jack");

        assertThat(jack.records().get(0).get("credentials")).hasSize(1);
        assertThat(jack.summary().get("hidden").asInt()).isPositive();
    }

    @Test
    void law9_anEventTellsOfItAndHoldsNoSecret() throws IOException {
        ExportAnswer answer = export("users?secrets=true&search=username:jane&fields=username,credentials");

        assertThat(answer.response().headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(answer.body()).contains("a-seed-of-jane");
        JsonNode events =
                realm.admin().get(realm.path("admin-events?resourcePath=bulk-export/users&operationTypes=ACTION"));
        JsonNode event = events.get(0);
        JsonNode told = AdminHttp.JSON.readTree(event.get("representation").asText());
        assertThat(told)
                .isEqualTo(AdminHttp.parse("{\"kind\":\"users\",\"secrets\":true,"
                        + "\"fields\":[\"credentials\",\"username\"],\"filters\":[\"search\"],\"byKeys\":false}"));
        assertThat(event.at("/authDetails/userId").asText()).isNotEmpty();
        int before = events.size();
        export("users?max=1");
        assertThat(realm.admin().get(realm.path("admin-events?resourcePath=bulk-export/users&operationTypes=ACTION")))
                .hasSize(before);
        assertThat(export("users?search=username:jane").body()).doesNotContain("a-seed-of-jane", "credentials");
    }

    @Test
    void theLogTellsOfItWhereTheRealmStoresNoEvents(TunedServer tuned) throws IOException {
        ImportClient silent = tuned.realm(REALM + "-silent");

        ExportAnswer.get(silent.admin(), silent.realm(), "clients?secrets=true&max=1");

        await().untilAsserted(() -> assertThat(Files.readString(tuned.keycloak().log()))
                .containsPattern("WARN .*exports secrets of realm " + silent.realm() + " \\(kind clients\\)"));
        assertThat(Files.readString(tuned.keycloak().log())).doesNotContain("exports secrets of realm " + REALM + " ");
    }

    /** Law 8: an administrator of the whole realm with a token that was made for less gets none, either. */
    @Test
    void law8_onlyAnUnrestrictedRealmAdminReadsSecrets() {
        assertThat(ExportAnswer.get(callers.with("realm-admin"), REALM, "users?secrets=true&max=1")
                        .status())
                .isEqualTo(200);
        List<String> most = new ArrayList<>(callers.adminRoles());
        most.removeAll(List.of("realm-admin", "view-events"));
        assertRefused(callers.with(most.toArray(String[]::new)));
        most.add("view-events");
        assertRefused(callers.with(most.toArray(String[]::new)));

        String management = realm.clientId("realm-management");
        String id = realm.admin()
                .postNew(
                        realm.path("clients"),
                        Map.of(
                                "clientId", "narrow",
                                "publicClient", true,
                                "directAccessGrantsEnabled", true,
                                "fullScopeAllowed", false));
        realm.admin()
                .post(
                        realm.path("clients/" + id + "/scope-mappings/clients/" + management),
                        List.of(realm.admin().get(realm.path("clients/" + management + "/roles/view-users"))));
        AdminHttp narrow = new SignIn(server, REALM, "narrow", "openid").as(chief(), Callers.PASSWORD);
        assertThat(ExportAnswer.get(narrow, REALM, "users?max=1").status()).isEqualTo(200);
        assertRefused(narrow);
    }

    private static void assertRefused(AdminHttp caller) {
        ExportAnswer answer = ExportAnswer.get(caller, REALM, "users?secrets=true");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("all roles of `realm-admin`");
        assertThat(ExportAnswer.post(caller, REALM, "users?secrets=true", "{}").status())
                .isEqualTo(403);
    }

    /** A new administrator of the whole realm. */
    private static String chief() {
        String name = "chief-" + System.nanoTime();
        String id = callers.create(name);
        String management = realm.clientId("realm-management");
        realm.admin()
                .post(
                        realm.path("users/" + id + "/role-mappings/clients/" + management),
                        List.of(realm.admin().get(realm.path("clients/" + management + "/roles/realm-admin"))));
        return name;
    }

    /** Also law 11. The client reads nothing while the realm changes, and the last page is read behind that. */
    @Test
    void theLastLineTellsWhatChangedMeanwhile(TunedServer tuned) throws IOException {
        TwinRealm other = TwinRealm.create(tuned.admin(), REALM + "-changing", SETTINGS);
        other.demandNothingOfNewUsers();
        String fat = "x".repeat(8000);
        List<String> users = IntStream.range(0, ALL)
                .mapToObj(i -> i < FAT
                        ? "{\"username\":\"b-%04d\",\"attributes\":{\"biography\":[\"%s\"]}}".formatted(i, fat)
                        : "{\"username\":\"c-%04d\"}".formatted(i))
                .toList();
        assertThat(other.imports().post("users", users).count("added")).isEqualTo(ALL);
        Callers ofOther = new Callers(tuned.keycloak(), tuned.admin(), other.name());
        AdminHttp chief = ofOther.with("realm-admin");
        URI uri = server.resolve("/admin/realms/" + other.name() + "/bulk-export/users");

        try (SlowReader plain = new SlowReader(uri, other.admin());
                SlowReader secrets = new SlowReader(URI.create(uri + "?secrets=true"), chief)) {
            assertThat(plain.next("{\"username\"")).contains("b-0000");
            assertThat(secrets.next("{\"username\"")).contains("b-0000");
            other.imports().post("users", "{\"username\":\"a-1\"}\n{\"username\":\"a-2\"}\n{\"username\":\"d\"}\n");
            String management = other.clientId("realm-management");
            String caller = other.admin()
                    .get(other.path("users?search=caller-"))
                    .at("/0/id")
                    .asText();
            JsonNode viewUsers = other.admin().get(other.path("clients/" + management + "/roles/view-users"));
            JsonNode realmAdmin = other.admin().get(other.path("clients/" + management + "/roles/realm-admin"));
            String mappings = other.path("users/" + caller + "/role-mappings/clients/" + management);
            other.admin().post(mappings, List.of(viewUsers));
            other.admin().send("DELETE", mappings, List.of(realmAdmin));

            JsonNode summary = AdminHttp.parse(plain.next("{\"summary\"")).get("summary");
            assertThat(summary.get("status").asText()).isEqualTo("COMPLETED");
            assertThat(summary.get("addedMeanwhile").asInt()).isEqualTo(2);
            assertThat(summary.get("removedMeanwhile").asInt()).isZero();
            JsonNode gone = AdminHttp.parse(secrets.next("{\"summary\"")).get("summary");
            assertThat(gone.get("code").asText()).isEqualTo("caller_gone");
            assertThat(gone.get("message").asText()).contains("no longer has all roles of `realm-admin`");
        }
        try (SlowReader export = new SlowReader(uri, other.admin())) {
            assertThat(export.next("{\"username\"")).contains("a-1");
            ImportAnswer removal =
                    other.imports().post("users?op=remove", "{\"username\":\"a-1\"}\n{\"username\":\"b-0000\"}\n");
            assertThat(removal.count("removed")).as("%s", removal.lines()).isEqualTo(2);

            JsonNode summary = AdminHttp.parse(export.next("{\"summary\"")).get("summary");
            assertThat(summary.get("removedMeanwhile").asInt()).isEqualTo(2);
            assertThat(summary.get("addedMeanwhile").asInt()).isZero();
        }
    }

    private static List<JsonNode> credentials(TwinRealm of, String username) {
        JsonNode credentials = record(
                        ExportAnswer.get(of.admin(), of.name(), "users?secrets=true"), "username", username)
                .get("credentials");
        List<JsonNode> all = new ArrayList<>();
        credentials.forEach(credential -> all.add(((ObjectNode) credential).without(List.of("id"))));
        return all;
    }

    private static ObjectNode record(ExportAnswer answer, String field, String value) {
        return answer.records().stream()
                .filter(one -> one.get(field).asText().equals(value))
                .findAny()
                .orElseThrow(() -> new AssertionError(answer.response()));
    }

    private static ExportAnswer export(String path) {
        return ExportAnswer.get(realm.admin(), REALM, path);
    }
}
