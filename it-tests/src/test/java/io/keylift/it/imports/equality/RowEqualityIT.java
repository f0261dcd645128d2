// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.AdminApiCalls;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.RowComparison;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Law 5: of two equal realms, one gets the records through the Admin API and the other by an import. Then their rows
 * are compared.
 */
@OnSharedServer
class RowEqualityIT {

    private static final long SEED = Long.getLong("keylift.rowEquality.seed", 26L);

    /** Settings that change what becomes of a record. */
    enum Realm {
        USUAL(Map.of()),
        E_MAIL_AS_USERNAME(Map.of("registrationEmailAsUsername", true)),
        DUPLICATE_E_MAILS(Map.of("duplicateEmailsAllowed", true, "loginWithEmailAllowed", false)),
        NO_LOGIN_WITH_E_MAIL(Map.of("loginWithEmailAllowed", false)),
        PASSWORD_HISTORY(
                Map.of("passwordPolicy", "hashAlgorithm(pbkdf2) and hashIterations(1) and passwordHistory(3)"));

        private final Map<String, Object> settings;

        Realm(Map<String, Object> settings) {
            this.settings = settings;
        }

        ObjectNode adapt(ObjectNode user, int index) {
            if (this == E_MAIL_AS_USERNAME && index % 10 == 0) {
                user.remove("email");
            } else if (this == E_MAIL_AS_USERNAME) {
                user.remove("username");
                user.put("email", "Person" + index + "@Example.org");
            } else if (this == DUPLICATE_E_MAILS && index % 2 == 0) {
                user.put("email", "office@example.org");
            }
            if (user.path("notBefore").asInt() > 0) {
                // The Admin API knows no other moment.
                user.put("notBefore", (int) (System.currentTimeMillis() / 1000));
            }
            return user;
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @EnumSource
    void law5_anImportedUserIsRowForRowWhatTheAdminApiMakesOfHim(Realm kind, SharedServer server) throws IOException {
        List<ObjectNode> examples = Records.read("users.txt");
        List<ObjectNode> users = new ArrayList<>(examples);
        users.addAll(Records.combinations(examples, "username", kind == Realm.USUAL ? 60 : 30, SEED));
        List<ObjectNode> records = new ArrayList<>();
        users.forEach(user -> records.add(kind.adapt(user.deepCopy(), records.size())));

        Map<String, Integer> growth = compare(server, "users-" + kind.ordinal(), kind, "users", records);

        assertThat(growth.keySet())
                .containsExactlyInAnyOrder(
                        "user_entity",
                        "user_attribute",
                        "credential",
                        "user_role_mapping",
                        "user_group_membership",
                        "user_required_action",
                        "federated_identity");
        assertThat(growth.get("user_entity"))
                .as("users, most of the records at least")
                .isGreaterThan(kind == Realm.E_MAIL_AS_USERNAME ? records.size() * 8 / 10 : examples.size());
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @EnumSource(names = "USUAL")
    void law5_anImportedOrganizationIsRowForRowWhatTheAdminApiMakesOfIt(Realm kind, SharedServer server)
            throws IOException {
        List<ObjectNode> examples = Records.read("organizations.txt");
        List<ObjectNode> records = new ArrayList<>(examples);
        records.addAll(Records.combinations(examples, "name", 60, SEED));

        Map<String, Integer> growth = compare(server, "organizations", kind, "organizations", records);

        assertThat(growth.keySet()).containsExactlyInAnyOrder("org", "org_domain", "keycloak_group", "group_attribute");
        assertThat(growth.get("org")).isGreaterThan(60);
    }

    /** Returns how many rows each table got. */
    private static Map<String, Integer> compare(
            SharedServer server, String name, Realm kind, String records, List<ObjectNode> all) throws IOException {
        TwinRealm one = realm(server, "equal-" + name + "-one", kind);
        TwinRealm other = realm(server, "equal-" + name + "-other", kind);
        RealmRows oneBefore = RealmRows.of(server.database(), one.name());
        RealmRows otherBefore = RealmRows.of(server.database(), other.name());

        Map<Integer, String> refused = byAdminApi(one, records, Records.of(one, all));
        Map<Integer, String> rejected = inBulk(other, records, Records.of(other, all));

        assertThat(rejected.keySet())
                .as("lines rejected, %s, and lines refused by the Admin API, %s", rejected, refused)
                .isEqualTo(refused.keySet());
        RealmRows oneAfter = RealmRows.of(server.database(), one.name());
        RealmRows otherAfter = RealmRows.of(server.database(), other.name());
        Map<String, Integer> growth = oneAfter.growthSince(oneBefore);
        assertThat(otherAfter.growthSince(otherBefore)).as("new rows by table").isEqualTo(growth);
        RowComparison.assertAlike(oneAfter, otherAfter, growth.keySet());
        return growth;
    }

    private static TwinRealm realm(SharedServer server, String name, Realm kind) {
        return TwinRealm.create(server, name, kind.settings).withOrganizations("home", "away");
    }

    private static Map<Integer, String> byAdminApi(TwinRealm realm, String kind, List<ObjectNode> records) {
        AdminApiCalls api = new AdminApiCalls(realm);
        Map<Integer, String> refused = new TreeMap<>();
        for (int i = 0; i < records.size(); i++) {
            var answer = api.createExactly(kind, records.get(i));
            if (answer.statusCode() != 201) {
                refused.put(i + 1, answer.statusCode() + " " + answer.body());
            }
        }
        return refused;
    }

    private static Map<Integer, String> inBulk(TwinRealm realm, String kind, List<ObjectNode> records)
            throws IOException {
        ImportAnswer answer = realm.imports().post(kind + "?chunkSize=40", Records.lines(records));
        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        Map<Integer, String> rejected = new TreeMap<>();
        answer.rejects().forEach(reject -> rejected.put(reject.get("line").asInt(), reject.toString()));
        return rejected;
    }
}
