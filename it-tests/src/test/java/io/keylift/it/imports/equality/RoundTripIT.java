// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Law 5: an import of Keycloak's own representation of an object changes nothing. */
@OnSharedServer
class RoundTripIT {

    /** How the Admin API shows all there is of a kind. */
    enum Shown {
        USERS("users") {
            @Override
            public List<JsonNode> records(TwinRealm realm) {
                return all(realm, "users?briefRepresentation=false&max=1000").stream()
                        .filter(user -> !user.get("username").asText().startsWith("member-"))
                        .toList();
            }
        },
        GROUPS("groups") {
            @Override
            public List<JsonNode> records(TwinRealm realm) {
                realm.admin().post(realm.path("groups"), Map.of("name", "Sales/EMEA"));
                realm.admin().post(realm.path("groups"), Map.of("name", "R/D"));
                String id = all(realm, "groups?search=R/D&exact=true")
                        .get(0)
                        .get("id")
                        .asText();
                realm.admin().post(realm.path("groups/" + id + "/children"), Map.of("name", "a/b/c"));
                return withChildren(realm, all(realm, "groups?briefRepresentation=false&max=1000"));
            }

            private List<JsonNode> withChildren(TwinRealm realm, List<JsonNode> groups) {
                List<JsonNode> found = new ArrayList<>(groups);
                groups.forEach(group -> found.addAll(withChildren(
                        realm,
                        all(
                                realm,
                                "groups/" + group.get("id").asText()
                                        + "/children?briefRepresentation=false&max=1000"))));
                return found;
            }
        },
        ORGANIZATIONS("organizations") {
            @Override
            public List<JsonNode> records(TwinRealm realm) {
                return all(realm, "organizations?briefRepresentation=false&max=1000");
            }
        },
        ROLES("roles") {
            @Override
            public List<JsonNode> records(TwinRealm realm) {
                return all(realm, "roles?briefRepresentation=false&max=1000");
            }
        },
        CLIENTS("clients") {
            @Override
            public List<JsonNode> records(TwinRealm realm) {
                return all(realm, "clients?max=1000").stream()
                        .filter(client -> client.get("clientId").asText().startsWith("app-"))
                        .toList();
            }
        };

        private final String kind;

        Shown(String kind) {
            this.kind = kind;
        }

        abstract List<JsonNode> records(TwinRealm realm);

        private static List<JsonNode> all(TwinRealm realm, String path) {
            List<JsonNode> found = new ArrayList<>();
            realm.admin().get(realm.path(path)).forEach(found::add);
            return found;
        }
    }

    @ParameterizedTest
    @EnumSource
    void law5_aRecordReadFromKeycloakChangesNothingWhenSentBack(Shown shown, SharedServer server) throws IOException {
        KindContract kind = Contracts.all().stream()
                .filter(one -> one.kind().equals(shown.kind))
                .findAny()
                .orElseThrow();
        TwinRealm realm = TwinRealm.create(server, "round-trip-" + shown.kind, Map.of());
        kind.prepare(realm);
        kind.prepareRecords(realm, 0, 10);
        List<ObjectNode> made = IntStream.range(0, 10).mapToObj(kind::record).toList();
        assertThat(realm.imports().post(shown.kind, Records.lines(made)).count("added"))
                .isEqualTo(10);
        List<JsonNode> records = shown.records(realm);
        RealmRows before = RealmRows.of(server.database(), realm.name());

        for (int times = 0; times < 2; times++) {
            ImportAnswer answer =
                    realm.imports().post(shown.kind + "?results=all&ifExists=overwrite", Records.lines(records));

            assertThat(RealmRows.of(server.database(), realm.name()).changedSince(before))
                    .isEmpty();
            assertThat(answer.addsUp().outcomes().values())
                    .as("%s", answer.lines())
                    .hasSize(records.size())
                    .containsOnly("skipped");
        }
        assertThat(records).hasSizeGreaterThanOrEqualTo(10);
    }

    /** Without its id, too, and whatever else names the group. */
    @Test
    void aSlashInANameStaysInIt(SharedServer server) throws IOException {
        TwinRealm realm = TwinRealm.create(server, "slashed-groups", Map.of());
        ImportClient client = realm.imports();
        assertThat(client.post(
                                "groups?results=all",
                                List.of(
                                        "{\"path\":\"/R/D\",\"name\":\"R/D\"}",
                                        "{\"path\":\"/R/D/Lab\",\"name\":\"Lab\"}",
                                        "{\"name\":\"Q/A\"}"))
                        .outcomes()
                        .values())
                .containsExactly("added", "added", "added");
        assertThat(realm.admin().get(realm.path("groups?max=1000")).findValuesAsText("name"))
                .contains("R/D", "Q/A")
                .doesNotContain("R", "Q");

        assertThat(client.post(
                                "groups?results=all",
                                List.of(
                                        "{\"path\":\"/R/D\"}",
                                        "{\"path\":\"/R/D/Lab\"}",
                                        "{\"path\":\"/R/D/Lab/new\"}",
                                        "{\"path\":\"/Q/A/sub/deep\"}",
                                        "{\"path\":\"/Q/A\",\"name\":\"B\"}"))
                        .outcomes()
                        .values())
                .containsExactly("exists /path", "exists /path", "added", "added", "invalid /name");
        assertThat(realm.admin()
                        .get(realm.path("group-by-path/Q/A/sub/deep"))
                        .path("name")
                        .asText())
                .isEqualTo("deep");
        assertThat(realm.admin().get(realm.path("groups?max=1000")).findValuesAsText("name"))
                .doesNotContain("R", "Q");
    }
}
