// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.imports.support.CommitBlocker;
import io.keylift.it.imports.support.DanglingRows;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A removal or an undo beside an import that refers to the same object: one comes before the other. */
@OnTunedServer
class SerialOrderIT {

    private static final String WAITING = "select count(*) from pg_stat_activity"
            + " where wait_event_type = 'Lock' and wait_event in ('transactionid', 'tuple')";

    private static TwinRealm realm;

    @AutoClose
    private static Sql sql;

    @AutoClose
    private static CommitBlocker blocker;

    @BeforeAll
    static void realm(TunedServer server) throws IOException {
        realm = TwinRealm.create(server.admin(), "serial-order", Map.of());
        assertThat(realm.imports()
                        .post("users", json("{'username':'@'}", "held"))
                        .rejects())
                .isEmpty();
        String vault = "{'clientId':'@','serviceAccountsEnabled':true,'authorizationServicesEnabled':true}";
        assertThat(realm.imports().post("clients", json(vault, "vault")).rejects())
                .isEmpty();
        sql = new Sql(server.database());
        blocker = new CommitBlocker(server.database());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            groups | {'path':'/@'} | users | {'username':'@','groups':['/@']} | unknown_group
            groups | {'path':'/@'} | group-members | {'group':'/@','username':'held'} | unknown_group
            roles | {'name':'@'} | users | {'username':'@','realmRoles':['@']} | unknown_role
            roles | {'name':'@'} | role-mappings | {'username':'held','realmRoles':['@']} | unknown_role
            roles | {'name':'@'} | groups | {'path':'/@','realmRoles':['@']} | unknown_role
            roles | {'name':'@'} | scope-mappings | {'client':'account','realmRoles':['@']} | unknown_role
            clients | {'clientId':'@'} | roles | {'name':'of','client':'@'} | unknown_client
            client-scopes | {'name':'@','protocol':'openid-connect'} | clients | {'clientId':'@','defaultClientScopes':['@']} | unknown_client_scope
            organizations | {'name':'@'} | organization-members | {'organization':'@','username':'held'} | unknown_organization
            organizations | {'name':'@'} | departments | {'organization':'@','path':'/d'} | unknown_organization
            identity-providers | {'alias':'@','providerId':'oidc','config':{'clientId':'c','authorizationUrl':'https://i.example/a','tokenUrl':'https://i.example/t'}} | users | {'username':'@','federatedIdentities':[{'identityProvider':'@','userId':'1','userName':'x'}]} | unknown_identity_provider
            users | {'username':'@'} | resources | {'client':'vault','name':'@','owner':{'name':'@'}} | unknown_user
            """)
    void law13_aRemovalBesideAnImportThatRefersToTheObject(
            String kind, String object, String importing, String record, String code) throws IOException {
        for (boolean removalFirst : new boolean[] {false, true}) {
            String name = "o" + UUID.randomUUID().toString().substring(0, 8);
            assertThat(realm.imports().post(kind, json(object, name)).rejects()).isEmpty();
            Call removal = new Call(kind + "?op=remove", json(object, name));
            Call addition = new Call(importing + "?ifExists=merge", json(record, name));

            besideEachOther(removalFirst ? removal : addition, removalFirst ? addition : removal);

            assertThat(removal.answer.count("removed")).isEqualTo(1);
            if (removalFirst) {
                assertThat(addition.answer.rejects())
                        .singleElement()
                        .satisfies(reject ->
                                assertThat(reject.path("code").asText()).isEqualTo(code));
            } else {
                assertThat(addition.answer.rejects()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            groups | {'path':'/@'} | users | {'username':'@','groups':['/@']} | unknown_group
            roles | {'name':'@'} | role-mappings | {'username':'held','realmRoles':['@']} | unknown_role
            """)
    void law13_anUndoBesideAnImportThatRefersToTheObject(
            String kind, String object, String importing, String record, String code) throws IOException {
        for (boolean undoFirst : new boolean[] {false, true}) {
            String name = "o" + UUID.randomUUID().toString().substring(0, 8);
            assertThat(realm.imports()
                            .post(kind + "?undo=true&job=" + name, json(object, name))
                            .rejects())
                    .isEmpty();
            Call undo = new Call("jobs/" + name + "/undo?results=all", "");
            Call addition = new Call(importing + "?ifExists=merge", json(record, name));

            besideEachOther(undoFirst ? undo : addition, undoFirst ? addition : undo);

            ImportAnswer loser = undoFirst ? addition.answer : undo.answer;
            ImportAnswer winner = undoFirst ? undo.answer : addition.answer;
            assertThat(winner.rejects()).isEmpty();
            assertThat(loser.rejects())
                    .singleElement()
                    .satisfies(reject ->
                            assertThat(reject.path("code").asText()).isEqualTo(undoFirst ? code : "conflict"));
        }
    }

    /** The undo has found the username of the removed user free, and waits to look for rows that refer to the user. */
    @Test
    void law13_anUndoBesideACallThatTakesTheKeyOfARemovedObject(TunedServer server) throws IOException {
        ImportClient imports = realm.imports();
        String user = json("{'username':'@'}", "gone");
        assertThat(imports.post("users", user).rejects()).isEmpty();
        assertThat(imports.post("users?op=remove&undo=true&job=gone", user).count("removed"))
                .isEqualTo(1);
        ImportAnswer answer;
        try (Sql holder = new Sql(server.database());
                LiveImport undo = imports.open("jobs/gone/undo")) {
            holder.begin();
            holder.execute("lock table resource_server_perm_ticket in access exclusive mode");
            undo.sendInBackground(out -> {});
            await().until(() -> sql.number("select count(*) from pg_stat_activity"
                            + " where wait_event_type = 'Lock' and wait_event = 'relation'")
                    > 0);
            realm.admin().postNew(realm.path("users"), Map.of("username", "gone"));
            holder.rollback();
            answer = undo.answer().addsUp();
        }

        assertThat(answer.rejects()).singleElement().satisfies(reject -> {
            assertThat(reject.path("code").asText()).isEqualTo("conflict");
            assertThat(reject.path("pointer").asText()).isEmpty();
            assertThat(reject.path("message").asText()).isEqualTo("Another object has the key of the removed one");
        });
    }

    /** The job waits for a transaction that changes the same user, and is no cause of that change. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "update user_entity set first_name = 'Other' where id = ?",
                "insert into user_attribute (id, name, value, user_id) values ('other', 'other', 'Other', ?)"
            })
    void law15_anUndoKeepsWhatWasCommittedWhileItsJobWaited(String change, TunedServer server) throws IOException {
        String name = "u" + UUID.randomUUID().toString().substring(0, 8);
        String user = json("{'username':'@','firstName':'Old','lastName':'Old'}", name);
        String id = realm.imports()
                .post("users?results=all", user)
                .ofType("record")
                .get(0)
                .get("id")
                .asText();
        String rows = "select u.first_name, u.last_name, a.value from user_entity u"
                + " left join user_attribute a on a.user_id = u.id and a.name = 'other' where u.id = '" + id + "'";
        try (Sql other = new Sql(server.database());
                LiveImport job = realm.imports().open("users?ifExists=merge&undo=true&job=" + name)) {
            other.begin();
            other.execute("select id from user_entity where id = ? for update", id);
            other.execute(change, id);
            byte[] record = json("{'username':'@','lastName':'New'}", name).getBytes(StandardCharsets.UTF_8);
            job.sendInBackground(out -> out.write(record));
            await().until(() -> sql.number(WAITING) > 0);
            other.commit();
            assertThat(job.answer().addsUp().count("updated")).isEqualTo(1);
        }
        List<String> changed = sql.rows(rows).get(0);
        assertThat(changed).contains("New", "Other");

        assertThat(realm.imports().post("jobs/" + name + "/undo", "").addsUp().rejects())
                .isEmpty();

        List<String> restored = new ArrayList<>(changed);
        restored.set(1, "Old");
        assertThat(sql.rows(rows)).containsExactly(restored);
    }

    /** Chunks of one job that know the same user by other keys: the second one waits for the first. */
    @Test
    void law15_chunksThatChangeTheSameObjectAreUndone() throws IOException {
        String user = "{'username':'twice','email':'twice@example.org'}".replace('\'', '"');
        assertThat(realm.imports().post("users", user).rejects()).isEmpty();
        String path = "role-mappings?ifExists=merge&undo=true&chunkSize=1&parallelism=2&job=twice";
        blocker.block("twice", 1);
        try (LiveImport job = realm.imports().open(path)) {
            job.send(json("{'username':'@','realmRoles':['offline_access']}\n", "twice"));
            blocker.awaitWaiting();
            job.send(json("{'email':'@~example.org','realmRoles':['uma_authorization']}\n", "twice")
                    .replace('~', '@'));
            await().until(() -> sql.number(WAITING) > 0 || !roles("twice").isEmpty());
            blocker.release();
            assertThat(job.finish().addsUp().rejects()).isEmpty();
        }

        assertThat(realm.imports().post("jobs/twice/undo", "").addsUp().rejects())
                .isEmpty();

        assertThat(roles("twice")).isEmpty();
    }

    /** The roles of the jobs that a user has. */
    private static List<String> roles(String username) {
        return sql.strings(
                "select r.name from user_role_mapping m join keycloak_role r on r.id = m.role_id"
                        + " join user_entity u on u.id = m.user_id where u.username = ?"
                        + " and r.name in ('offline_access', 'uma_authorization')",
                username);
    }

    /** The first one has written everything when the second one begins, and commits when that waits or has ended. */
    private static void besideEachOther(Call first, Call second) throws IOException {
        Map<String, Long> before = DanglingRows.count(sql);
        blocker.block(first.job, 1);
        try (LiveImport one = first.open()) {
            blocker.awaitWaiting();
            try (LiveImport other = second.open()) {
                await().until(() -> sql.number(WAITING) > 0 || other.chunks() == 1);
                blocker.release();
                second.answer = other.answer().addsUp();
            }
            first.answer = one.answer().addsUp();
        }
        assertThat(DanglingRows.count(sql)).isEqualTo(before);
    }

    private static final class Call {

        private final String job = UUID.randomUUID().toString();
        private final String path;
        private final String body;
        private ImportAnswer answer;

        Call(String path, String body) {
            this.path = path + (path.contains("?") ? "&" : "?") + "job=" + job;
            this.body = body;
        }

        LiveImport open() throws IOException {
            ImportClient imports = realm.imports();
            return imports.open(path).sendInBackground(out -> out.write(body.getBytes(StandardCharsets.UTF_8)));
        }
    }

    private static String json(String text, String name) {
        return text.replace('\'', '"').replace("@", name);
    }
}
