// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The effect of {@code ifExists} on a record whose key exists, and on everything that the record does not mention. */
@OnSharedServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IfExistsIT {

    /** By kind, tables with the fields of a record that may change their rows. */
    private static final Map<String, Map<String, Set<String>>> FIELDS = Map.of(
            "users",
            Map.of(
                    "user_attribute", Set.of("attributes"),
                    "credential", Set.of("credentials"),
                    "user_role_mapping", Set.of("realmRoles", "clientRoles"),
                    "user_group_membership", Set.of("groups", "organizations"),
                    // A temporary password is to be changed.
                    "user_required_action", Set.of("requiredActions", "credentials"),
                    "federated_identity", Set.of("federatedIdentities")),
            "organizations",
            Map.of("keycloak_group", Set.of(), "group_attribute", Set.of("attributes")));

    /** By kind; what the examples are about stays in them as it is. */
    private final Map<String, ChangedRealm> realms = new HashMap<>();

    @BeforeAll
    void realms(SharedServer server) {
        FIELDS.keySet().forEach(kind -> realms.put(kind, filled(server, "if-exists-" + kind, kind)));
    }

    private static ChangedRealm filled(SharedServer server, String name, String kind) {
        ChangedRealm realm = ChangedRealm.create(server, name, kind);
        for (Change change : Change.examples(kind)) {
            assertThat(realm.add(change.before())).as("%s", change).isTrue();
        }
        return realm;
    }

    @ParameterizedTest
    @CsvSource({
        "users, fail, exists /username",
        "users, skip, skipped",
        "organizations, fail, exists /alias",
        "organizations, skip, skipped",
    })
    void failAndSkipLeaveEveryRowAsItIs(String kind, String ifExists, String outcome) throws IOException {
        ChangedRealm realm = realms.get(kind);
        List<Change> changes = Change.examples(kind);
        RealmRows before = realm.rows();

        ImportAnswer answer = realm.imports(ifExists, Change.given(changes));

        assertThat(answer.outcomes().values()).hasSameSizeAs(changes).containsOnly(outcome);
        assertThat(realm.rows().changedSince(before)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"users, overwrite", "users, merge", "organizations, overwrite", "organizations, merge"})
    void aRecordThatSaysNothingNewIsSkipped(String kind, String ifExists) throws IOException {
        ChangedRealm realm = realms.get(kind);
        List<ObjectNode> same = Change.examples(kind).stream()
                .map(Change::before)
                // A password is a new one, a device one more.
                .filter(record -> !record.has("credentials"))
                .toList();
        // Every new user of the realm has these.
        Map<String, String> defaults = Map.of("requiredActions", "TERMS_AND_CONDITIONS", "groups", "/everyone");
        defaults.forEach((field, value) -> same.stream()
                .filter(record -> record.has(field))
                .forEach(record -> record.withArray(field).add(value)));
        RealmRows before = realm.rows();

        ImportAnswer answer = realm.imports(ifExists, same);

        assertThat(answer.outcomes().values()).hasSameSizeAs(same).containsOnly("skipped");
        assertThat(realm.rows().changedSince(before)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"users, overwrite", "users, merge", "organizations, overwrite", "organizations, merge"})
    void idsAndWhatNoRecordMentionsAreKept(String kind, String ifExists, SharedServer server) throws IOException {
        ChangedRealm realm = filled(server, "if-exists-" + kind + "-" + ifExists, kind);
        List<Change> changes = Change.examples(kind);
        RealmRows before = realm.rows();
        RealmRows elsewhere = realms.get(kind).rows();

        ImportAnswer answer = realm.imports(ifExists, Change.given(changes));

        RealmRows after = realm.rows();
        Set<String> ids = realm.ids(before, Change.keys(changes));
        assertThat(answer.rejects()).isEmpty();
        assertThat(realm.ids(after, Change.keys(changes))).as("ids").isEqualTo(ids);
        assertThat(after.texts(ids, false)).as("rows of others").isEqualTo(before.texts(ids, false));
        assertThat(realms.get(kind).rows().changedSince(elsewhere))
                .as("the same keys in another realm")
                .isEmpty();
        assertSoftly(softly -> FIELDS.get(kind).forEach((table, fields) -> {
            Set<String> silent = realm.ids(before, Change.keys(Change.without(fields, changes)));
            softly.assertThat(after.texts(silent, true).get(table))
                    .as("%s of those whose record says nothing of %s", table, fields)
                    .isNotEmpty()
                    .isEqualTo(before.texts(silent, true).get(table));
        }));
    }

    @ParameterizedTest
    @CsvSource({
        "users, overwrite, firstName",
        "users, merge, firstName",
        "organizations, overwrite, description",
        "organizations, merge, description"
    })
    void aRecordMayGiveTheIdOfWhatItChanges(String kind, String ifExists, String field) throws IOException {
        ChangedRealm realm = realms.get(kind);
        String key = "with-id-" + ifExists;
        ObjectNode record = Records.json("{username:'" + key + "'}");
        if (kind.equals("organizations")) {
            record = Records.json("{name:'" + key + "'}");
        }
        assertThat(realm.add(record)).isTrue();
        RealmRows before = realm.rows();
        Set<String> ids = realm.ids(before, Set.of(key));

        ImportAnswer answer = realm.imports(
                ifExists, List.of(record.put("id", realm.id(before, key)).put(field, "Changed")));

        RealmRows after = realm.rows();
        assertThat(answer.outcomes().values()).containsExactly("updated");
        assertThat(answer.ofType("record").get(0).get("id").asText()).isEqualTo(realm.id(before, key));
        assertThat(realm.ids(after, Set.of(key))).isEqualTo(ids);
        assertThat(after.texts(ids, true)).isNotEqualTo(before.texts(ids, true));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            users         | conflict /email                 | {username:'one-name',email:'Bystander@Example.org'}
            users         | conflict /federatedIdentities/0 | {username:'one-name',federatedIdentities:[{identityProvider:'corporate',userId:'bystander'}]}
            users         | conflict /id                    | {username:'one-name',firstName:'Augusta',id:'<bystander>'}
            users         | conflict /id                    | {username:'one-name',firstName:'Augusta',id:'nobody'}
            users         | missing /username               | {firstName:'Augusta',id:'<nothing-given>'}
            users         | unknown_role /realmRoles/0      | {username:'one-name',firstName:'Augusta',realmRoles:['none']}
            organizations | conflict /name                  | {alias:'renamed',name:'Bystander'}
            organizations | conflict /domains/1/name        | {alias:'renamed',name:'renamed',domains:['free.example','bystander.example']}
            organizations | conflict /id                    | {alias:'renamed',name:'renamed',id:'<bystander>'}
            organizations | conflict /id                    | {alias:'renamed',name:'renamed',id:'nobody'}
            """)
    void aRecordThatWantsWhatItCannotHaveIsRejectedAsAWhole(String kind, String reject, String record)
            throws IOException {
        ChangedRealm realm = realms.get(kind);
        RealmRows before = realm.rows();
        String json = record;
        for (String key : List.of("bystander", "nothing-given")) {
            json = json.replace("<" + key + ">", realm.id(before, key));
        }
        for (String ifExists : List.of("overwrite", "merge")) {
            ImportAnswer answer = realm.imports(ifExists, List.of(Records.json(json)));

            assertThat(answer.outcomes().values()).as(ifExists).containsExactly(reject);
            assertThat(realm.rows().changedSince(before)).as(ifExists).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"overwrite", "merge"})
    void anEmailAddressThatOneRecordGivesUpIsFreeForTheNext(String ifExists) throws IOException {
        ChangedRealm realm = realms.get("users");
        List<ObjectNode> given = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String key = ifExists + "-" + i;
            ObjectNode giver = Records.json("{username:'giver-" + key + "',email:'" + key + "@example.org'}");
            ObjectNode taker = Records.json("{username:'taker-" + key + "'}");
            assertThat(realm.add(taker) && realm.add(giver)).isTrue();
            given.add(giver.deepCopy().put("email", "other-" + key + "@example.org"));
            given.add(taker.deepCopy().put("email", key + "@example.org"));
        }

        ImportAnswer answer = realm.imports(ifExists, given);

        assertThat(answer.outcomes().values()).hasSize(16).containsOnly("updated");
        assertThat(realm.rows().of("user_entity"))
                .extracting(row -> row.get("username") + " " + row.get("email"))
                .containsAll(given.stream()
                        .map(record -> record.get("username").asText() + " "
                                + record.get("email").asText())
                        .toList());
    }
}
