// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The representation of a new realm, and what it lacks. */
class NewRealmTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String KEYS = "/components/org.keycloak.keys.KeyProvider";
    private static final String STORAGES = "/components/org.keycloak.storage.UserStorageProvider";

    private static NewRealm realm(String components, boolean withKeys) throws IOException {
        String document = """
                {"realm":"old","id":"old-id","accessTokenLifespan":77,"users":[{"username":"ada"}],
                 "smtpServer":{"host":"mail","password":"**********"},
                 "authenticationFlows":[{"id":"f","alias":"mine"}],"components":%s}
                """.formatted(components);
        return new NewRealm(RealmSettings.ofDocument((ObjectNode) JSON.readTree(document)), withKeys);
    }

    private static List<String> places(NewRealm realm) {
        return realm.gaps().stream().map(Gap::place).toList();
    }

    @Test
    void itHasTheSettingsUnderItsOwnNameAndId() throws Exception {
        JsonNode made = realm("{}", false).representation("new", "new-id");

        assertThat(made.path("realm").asText()).isEqualTo("new");
        assertThat(made.path("id").asText()).isEqualTo("new-id");
        assertThat(made.path("accessTokenLifespan").asInt()).isEqualTo(77);
        assertThat(made.has("users")).isFalse();
        assertThat(made.at("/authenticationFlows/0").has("id")).isFalse();
    }

    @Test
    void maskedSecretsAreLeftOutAndListedWithTheWay() throws Exception {
        NewRealm realm = realm("""
                {"org.keycloak.storage.UserStorageProvider":[{"id":"s","name":"ldap","providerId":"ldap",
                 "config":{"enabled":["true"],"bindCredential":["**********"],"bindDn":["cn=a"]},
                 "subComponents":{"mappers":[{"id":"m","name":"email","config":{}}]}}]}
                """, false);

        JsonNode made = realm.representation("new", "id");
        assertThat(made.path("smtpServer").has("password")).isFalse();
        JsonNode storage = made.at(STORAGES + "/0");
        assertThat(storage.path("config").has("bindCredential")).isFalse();
        assertThat(storage.at("/config/enabled/0").asText())
                .as("a storage without its secret would break every sign-in")
                .isEqualTo("false");
        assertThat(realm.gaps())
                .extracting(Gap::place, gap -> !gap.way().isEmpty())
                .contains(
                        tuple("smtpServer/password", true),
                        tuple("org.keycloak.storage.UserStorageProvider/ldap/bindCredential", true));
        assertThat(realm.hasIncomplete()).isTrue();
        assertThat(realm.withoutIncomplete("new", "id").at(STORAGES)).isEmpty();
    }

    @Test
    void componentsGetIdsOfTheirOwnThatUsersOfAStorageFollow() throws Exception {
        NewRealm realm = realm(
                "{\"org.keycloak.storage.UserStorageProvider\":[{\"id\":\"s\",\"name\":\"ldap\",\"config\":{}}]}",
                false);

        String id = realm.representation("new", "id").at(STORAGES + "/0/id").asText();
        assertThat(id).hasSize(36);
        assertThat(realm.componentIds()).containsEntry("s", id);
    }

    @Test
    void theIdOfAStorageHasTheLengthOfTheOldOne_asItIsPartOfTheIdsOfItsUsers() throws Exception {
        NewRealm realm = realm(
                "{\"org.keycloak.storage.UserStorageProvider\":"
                        + "[{\"id\":\"R0zgXuVzTnaAUUwEMy6B-g\",\"name\":\"ldap\",\"config\":{}}]}",
                false);

        assertThat(realm.componentIds().get("R0zgXuVzTnaAUUwEMy6B-g")).matches("[A-Za-z0-9_-]{22}");
    }

    private static final String PRIVATE_KEYS = """
            {"org.keycloak.keys.KeyProvider":[
             {"name":"made","providerId":"rsa-generated","config":{"priority":["7"],"privateKey":["k"]}},
             {"name":"given","providerId":"rsa","config":{"privateKey":["k"]}}]}
            """;

    @Test
    void privateKeysStayBehindUnlessTheyAreAskedFor() throws Exception {
        NewRealm realm = realm(PRIVATE_KEYS, false);

        JsonNode keys = realm.representation("new", "id").at(KEYS);
        assertThat(keys).hasSize(1);
        assertThat(keys.at("/0/config").toString()).isEqualTo("{\"priority\":[\"7\"]}");
        assertThat(realm.representation("new", "id").toString()).doesNotContain("\"k\"");
        assertThat(places(realm)).contains("org.keycloak.keys.KeyProvider", "org.keycloak.keys.KeyProvider/given");
    }

    @Test
    void withKeysTheyComeAlong() throws Exception {
        NewRealm realm = realm(PRIVATE_KEYS, true);

        JsonNode keys = realm.representation("new", "id").at(KEYS);
        assertThat(keys).hasSize(2);
        assertThat(keys.findValues("privateKey")).hasSize(2);
        assertThat(places(realm)).containsExactly("smtpServer/password");
    }

    @Test
    void withKeysTheSourceThatGivesNoneIsTold() throws Exception {
        NewRealm realm = realm("""
                {"org.keycloak.keys.KeyProvider":[
                 {"name":"made","providerId":"rsa-generated","config":{}},
                 {"name":"given","providerId":"rsa","config":{"privateKey":["**********"]}}]}
                """, true);

        assertThat(realm.representation("new", "id").at(KEYS)).hasSize(1);
        assertThat(realm.gaps().toString()).contains("gives no private key", "kc.sh export");
    }
}
