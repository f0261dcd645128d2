// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SecondTier;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A realm and its settings go to another name on a server that gives no secrets. */
@OnSharedServer
class RealmSettingsIT {

    private static final String SOURCE = "settings-from";

    @TempDir
    private static Path folder;

    private static AdminHttp admin;
    private static Keylift keylift;

    @BeforeAll
    static void realm(SharedServer shared) {
        admin = shared.admin();
        TestRealms.create(
                admin,
                Map.of(
                        "realm",
                        SOURCE,
                        "enabled",
                        true,
                        "accessTokenLifespan",
                        77,
                        "internationalizationEnabled",
                        true,
                        "localizationTexts",
                        Map.of("de", Map.of("greeting", "Moin")),
                        "smtpServer",
                        Map.of("host", "mail.example", "from", "a@b.example", "password", "not-for-any-output"),
                        "groups",
                        List.of(Map.of("name", "crew")),
                        "defaultGroups",
                        List.of("/crew")));
        admin.post(path(SOURCE, "users"), Map.of("username", "kirk", "enabled", true, "groups", List.of("/crew")));
        admin.post(path(SOURCE, "authentication/flows/browser/copy"), Map.of("newName", "bridge"));
        keylift = Keylift.asAdministrator(shared.keycloak().baseUrl(), SOURCE, folder);
    }

    private static String path(String realm, String rest) {
        return "/admin/realms/" + realm + "/" + rest;
    }

    private static JsonNode realm(String name) {
        return admin.get("/admin/realms/" + name);
    }

    @Test
    @SecondTier
    void aCopyTellsBeforeWhatItLacksAndGoesOnAfterItWasKilled() throws Exception {
        String name = "settings-copy";
        Keylift.Ended planned = keylift.run("realm", "copy", "--to-realm", name, "--dry-run");
        int before = admin.send("GET", "/admin/realms/" + name, null).statusCode();
        try (Keylift.Running first = keylift.start("realm", "copy", "--to-realm", name)) {
            await().atMost(Duration.ofMinutes(2))
                    .until(() ->
                            admin.send("GET", "/admin/realms/" + name, null).statusCode() == 200);
            first.process().destroyForcibly().waitFor();
        }
        String id = realm(name).path("id").asText();

        Keylift.Ended second = keylift.run("realm", "copy", "--to-realm", name, "--verify");
        Keylift.Ended third = keylift.run("realm", "copy", "--to-realm", name);

        assertThat(planned.code()).as(planned.err()).isZero();
        assertThat(planned.err())
                .contains("users/credentials", "export-secrets", "smtpServer/password", "org.keycloak.keys.KeyProvider")
                .doesNotContain("not-for-any-output");
        assertThat(before).isEqualTo(404);
        assertThat(second.code()).as(second.err()).isZero();
        assertThat(third.code()).as(third.err()).isZero();
        assertThat(realm(name).path("id").asText()).isEqualTo(id);
        assertThat(realm(name).path("accessTokenLifespan").asInt()).isEqualTo(77);
        assertThat(admin.get(path(name, "localization/de")).path("greeting").asText())
                .isEqualTo("Moin");
        assertThat(admin.get(path(name, "default-groups")).at("/0/path").asText())
                .isEqualTo("/crew");
        assertThat(admin.get(path(name, "authentication/flows")).findValuesAsText("alias"))
                .contains("bridge");
        JsonNode kirk = admin.get(path(name, "users?exact=true&username=kirk"));
        assertThat(admin.get(path(name, "users/" + kirk.at("/0/id").asText() + "/groups"))
                        .at("/0/name")
                        .asText())
                .isEqualTo("crew");
    }

    @Test
    void aRealmThatTheCopyDidNotCreateIsLeftAlone() throws Exception {
        TestRealms.create(admin, Map.of("realm", "settings-foreign", "enabled", true, "displayName", "Mine"));
        JsonNode before = realm("settings-foreign");

        Keylift.Ended refused = keylift.run("realm", "copy", "--to-realm", "settings-foreign");

        assertThat(refused.code()).isEqualTo(4);
        assertThat(refused.err()).contains("did not create");
        assertThat(realm("settings-foreign")).isEqualTo(before);
    }

    @Test
    void settingsAreShownAndChangedOnlyWhenTold() throws Exception {
        String name = "settings-to";
        TestRealms.create(admin, Map.of("realm", name, "enabled", true, "displayName", "Mine"));
        admin.post(path(name, "groups"), Map.of("name", "crew"));

        Keylift.Ended shown = keylift.run("realm", "copy", "--to-realm", name, "--settings");
        int lifespan = realm(name).path("accessTokenLifespan").asInt();
        Keylift.Ended applied = keylift.run("realm", "copy", "--to-realm", name, "--settings", "--apply");
        Keylift.Ended again = keylift.run("realm", "copy", "--to-realm", name, "--settings");

        assertThat(shown.code()).as(shown.err()).isEqualTo(1);
        assertThat(shown.out())
                .contains(
                        "~ accessTokenLifespan: 300 -> 77",
                        "+ localizationTexts",
                        "+ authenticationFlows/bridge",
                        "+ defaultGroups: [\"/crew\"]",
                        "- displayName: \"Mine\"")
                .doesNotContain("not-for-any-output");
        assertThat(lifespan).isEqualTo(300);
        assertThat(applied.err())
                .as("what only the target has stays, and what the source does not give is told")
                .contains("displayName", "smtpServer/password")
                .doesNotContain("refuses");
        assertThat(realm(name).path("accessTokenLifespan").asInt()).isEqualTo(77);
        assertThat(again.out().lines())
                .containsExactlyInAnyOrder("- displayName: \"Mine\"", "+ smtpServer/password: (secret)");
    }

    @Test
    void aFileThatIsNotThereIsTold() throws IOException, InterruptedException {
        Keylift.Ended none = keylift.run("import", "no-such-realm.zip", "--create-realm");
        Keylift.Ended both = keylift.run("import", "realm.zip", "--create-realm", "--settings");

        assertThat(none.code()).isEqualTo(4);
        assertThat(none.err()).contains("no-such-realm.zip");
        assertThat(both.code()).isEqualTo(2);
    }
}
