// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.IdOccurrences;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.NaturalKeys;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Law 5 for removals: of two equal realms, one loses its users through the Admin API and the other by a job. Then all
 * rows are compared.
 */
@OnSharedServer
class RemovalEqualityIT {

    private static final long SEED = Long.getLong("keylift.rowEquality.seed", 26L);

    /** Tables that must lose something, or the comparison shows nothing. */
    private static final Set<String> LOSING = Set.of(
            "user_entity",
            "user_attribute",
            "credential",
            "user_role_mapping",
            "user_group_membership",
            "user_required_action",
            "federated_identity",
            "user_consent",
            "user_consent_client_scope",
            "user_ver_credential",
            "issued_ver_credential",
            "offline_user_session",
            "offline_client_session",
            "workflow_state",
            "broker_link",
            "federated_user",
            "fed_user_attribute",
            "fed_user_consent",
            "fed_user_consent_cl_scope",
            "fed_user_credential",
            "fed_user_group_membership",
            "fed_user_required_action",
            "fed_user_role_mapping",
            "fed_user_ver_credential",
            "fed_issued_ver_credential",
            "resource_server_resource",
            "resource_attribute",
            "resource_uris",
            "resource_scope",
            "resource_policy",
            "resource_server_perm_ticket",
            "resource_server_policy",
            "associated_policy",
            "scope_policy",
            "policy_config");

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @ValueSource(strings = {"summary", "record"})
    void law5_aRemovedUserLeavesWhatTheAdminApiLeavesOfHim(String events, SharedServer server) throws IOException {
        TwinRealm one = realm(server, "gone-one-" + events);
        TwinRealm other = realm(server, "gone-other-" + events);
        RealmRows oneBefore = RealmRows.of(server.database(), one.name());
        RealmRows otherBefore = RealmRows.of(server.database(), other.name());
        Map<String, String> ofOne = leaving(server, one);
        Map<String, String> ofOther = leaving(server, other);

        ofOne.values().forEach(id -> one.admin().delete(one.path("users/" + id)));
        ImportAnswer answer = other.imports()
                .post("users?op=remove&chunkSize=25&events=" + events, lines(records(ofOther, otherBefore)));

        assertThat(answer.addsUp().rejects()).isEmpty();
        assertThat(answer.count("removed")).isEqualTo(ofOther.size()).isGreaterThan(80);
        RealmRows oneAfter = RealmRows.of(server.database(), one.name());
        RealmRows otherAfter = RealmRows.of(server.database(), other.name());
        Map<String, Integer> change = oneAfter.growthSince(oneBefore);
        assertThat(change.keySet()).containsAll(LOSING);
        assertThat(otherAfter.growthSince(otherBefore)).as("rows by table").isEqualTo(change);
        assertSameLoss(new Loss(oneBefore, oneAfter), new Loss(otherBefore, otherAfter));
        assertThat(IdOccurrences.of(server.database(), otherBefore, ofOther.values()))
                .as("rows that mention who was removed")
                .isEqualTo(IdOccurrences.of(server.database(), oneBefore, ofOne.values()));
        assertThat(ReferencedUsers.KEPT)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(other.userId(name)).isNotEmpty());
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void law5_whatIsLeftOfRemovedUsersLetsThemBeImportedAgain(SharedServer server) throws IOException {
        TwinRealm realm = TwinRealm.create(server, "gone-and-back", Map.of()).withOrganizations("home", "away");
        List<ObjectNode> users = Records.of(realm, Records.read("users.txt"));
        ImportAnswer first = realm.imports().post("users", Records.lines(users));
        RealmRows before = RealmRows.of(server.database(), realm.name());

        ImportAnswer removal = realm.imports().post("users?op=remove&results=all", Records.lines(users));
        ImportAnswer again = realm.imports().post("users", Records.lines(users));

        assertThat(removal.count("removed")).isEqualTo(first.count("added")).isGreaterThan(30);
        assertThat(again.count("added")).isEqualTo(first.count("added"));
        assertThat(RealmRows.of(server.database(), realm.name()).growthSince(before))
                .isEmpty();
    }

    private static void assertSameLoss(Loss byAdminApi, Loss byJob) {
        assertSoftly(softly -> byAdminApi.before().rows().keySet().forEach(table -> {
            softly.assertThat(byJob.gone(table)).as("gone: %s", table).isEqualTo(byAdminApi.gone(table));
            softly.assertThat(byJob.come(table)).as("new or changed: %s", table).isEqualTo(byAdminApi.come(table));
        }));
    }

    /** The rows of a realm before and after a removal. */
    private record Loss(RealmRows before, RealmRows after) {

        /** Of these there is nothing that two realms could have in common. */
        private static final Set<String> RANDOM = Set.of("user_session_id", "data");

        List<String> gone(String table) {
            return difference(table, before, after);
        }

        List<String> come(String table) {
            return difference(table, after, before);
        }

        private List<String> difference(String table, RealmRows rows, RealmRows others) {
            NaturalKeys keys = new NaturalKeys(before);
            Set<Map<String, Object>> known = new HashSet<>(others.of(table));
            return rows.of(table).stream()
                    .filter(row -> !known.contains(row))
                    .map(row -> {
                        Map<String, Object> normalized = keys.normalized(row);
                        normalized.keySet().removeAll(RANDOM);
                        return keys.withNames(normalized.toString());
                    })
                    .sorted()
                    .toList();
        }
    }

    private static TwinRealm realm(SharedServer server, String name) throws IOException {
        TwinRealm realm = TwinRealm.create(server, name, Map.of("adminPermissionsEnabled", true))
                .withOrganizations("home", "away");
        List<ObjectNode> examples = Records.read("users.txt");
        List<ObjectNode> users = new ArrayList<>(examples);
        users.addAll(Records.combinations(examples, "username", 30, SEED));
        ImportAnswer answer = realm.imports().post("users", Records.lines(Records.of(realm, users)));
        assertThat(answer.count("added")).isGreaterThan(80);
        ReferencedUsers.load(server.keycloak().baseUrl(), server.database(), realm);
        return realm;
    }

    /** Ids of all who are to go, by name; among them the account of a client. */
    private static Map<String, String> leaving(SharedServer server, TwinRealm realm) {
        try (Sql sql = new Sql(server.database())) {
            Map<String, String> leaving = new LinkedHashMap<>();
            sql.rows(
                            "select u.username, u.id from user_entity u join realm r on r.id = u.realm_id"
                                    + " where r.name = ? and u.federation_link is null and not exists (select 1 from"
                                    // Of these Keycloak's own removal fails.
                                    + " federated_identity f where f.user_id = u.id and f.federated_user_id is null)"
                                    + " order by u.username",
                            realm.name())
                    .forEach(row -> leaving.put(row.get(0), row.get(1)));
            leaving.keySet().removeAll(ReferencedUsers.KEPT);
            assertThat(leaving).containsKey("service-account-vault");
            return leaving;
        }
    }

    /** Some named by id, some by username, some by e-mail address where they have one. */
    private static List<Map<String, String>> records(Map<String, String> leaving, RealmRows rows) {
        Map<Object, Object> emails = rows.of("user_entity").stream()
                .filter(user -> user.get("email") != null)
                .collect(Collectors.toMap(user -> user.get("id"), user -> user.get("email")));
        List<Map<String, String>> records = new ArrayList<>();
        leaving.forEach((username, id) -> {
            Object email = emails.get(id);
            records.add(
                    switch (records.size() % 4) {
                        case 0 -> Map.of("id", id);
                        case 1 -> Map.of("username", username.toUpperCase(Locale.ROOT));
                        case 2 -> email == null ? Map.of("username", username) : Map.of("email", email.toString());
                        default -> Map.of("id", id, "username", username);
                    });
        });
        return records;
    }

    private static String lines(List<Map<String, String>> records) {
        return Records.lines(records.stream()
                .map(record -> AdminHttp.JSON.<ObjectNode>valueToTree(record))
                .toList());
    }
}
