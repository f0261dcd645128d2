// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.undo;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.removal.ReferencedObjects;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Objects and rows that an undo could not give back stay for another one. */
@OnTunedServer
class UndoLeftIT {

    private static TwinRealm realm;
    private static Callers callers;

    @BeforeAll
    static void prepare(TunedServer server) {
        realm = TwinRealm.create(server.admin(), "undo-left", Map.of());
        realm.demandNothingOfNewUsers();
        callers = new Callers(server.keycloak(), server.admin(), realm.name());
    }

    @Test
    void law15_objectsThatALesserCallerMayNotGiveBackStayForAMightierOne() throws IOException {
        ReferencedObjects.load(
                realm,
                "users",
                "{username:'dave',enabled:true,clientRoles:{'realm-management':['realm-admin']}}",
                "{username:'alice',enabled:true}",
                "{username:'taken',enabled:true}");
        String dave = realm.userId("dave");
        String alice = realm.userId("alice");
        remove("rm-people", "users", "{username:'dave'}", "{username:'alice'}", "{username:'taken'}");
        ReferencedObjects.load(realm, "users", "{username:'taken',enabled:true}");
        AdminHttp lesser = callers.with("manage-users");

        ImportAnswer first = undo(lesser, "rm-people");
        ImportAnswer second = undo(lesser, "rm-people");

        assertThat(codes(first)).containsExactlyInAnyOrder("conflict", "forbidden");
        assertThat(first.count("added")).isEqualTo(1);
        assertThat(first.summary().get("left").asInt()).isEqualTo(1);
        assertThat(codes(second)).containsExactly("forbidden");
        assertThat(second.addsUp().summary().get("left").asInt()).isEqualTo(1);
        assertThat(realm.imports().job("rm-people").get("left").asInt()).isEqualTo(1);
        assertThat(realm.imports()
                        .job(second.lines().get(0).get("id").asText())
                        .get("left")
                        .asInt())
                .isEqualTo(1);
        // A change of a restored object does not matter to a later undo.
        realm.admin().delete(realm.path("users/" + alice));

        ImportAnswer last = undo(callers.with("realm-admin"), "rm-people");

        assertThat(last.addsUp().rejects()).isEmpty();
        assertThat(last.count("added")).isEqualTo(1);
        assertThat(last.summary().has("left")).isFalse();
        assertThat(realm.userId("dave")).isEqualTo(dave);
        assertThat(realm.userId("alice")).isEmpty();
        assertThat(realm.imports().job("rm-people").has("left")).isFalse();
        assertThat(undo(callers.with("realm-admin"), "rm-people").status()).isEqualTo(409);
    }

    @Test
    void law15_rowsThatALesserCallerMayNotGiveBackStayForAMightierOne() throws IOException {
        ReferencedObjects.load(realm, "roles", "{name:'payer'}");
        ReferencedObjects.load(realm, "roles", "{name:'over',composites:{realm:['payer']}}");
        ReferencedObjects.load(realm, "users", "{username:'pays',enabled:true,realmRoles:['payer']}");
        remove("rm-payer", "roles", "{name:'payer'}");

        ImportAnswer first = undo(callers.with("manage-realm"), "rm-payer");

        assertThat(first.addsUp().summary().get("left").asInt()).isEqualTo(1);
        assertThat(names("roles/over/composites")).containsExactly("payer");
        assertThat(realm.admin().get(realm.path("roles/payer/users")).findValuesAsText("username"))
                .isEmpty();
        realm.admin()
                .send(
                        "DELETE",
                        realm.path("roles/over/composites"),
                        List.of(realm.admin().get(realm.path("roles/payer"))));
        assertThat(codes(undo(callers.with("manage-realm"), "rm-payer"))).containsExactly("forbidden");

        ImportAnswer last = undo(callers.with("realm-admin"), "rm-payer");

        assertThat(last.addsUp().rejects()).isEmpty();
        assertThat(last.count("added")).isEqualTo(1);
        assertThat(last.summary().has("warnings")).isFalse();
        assertThat(last.summary().has("left")).isFalse();
        assertThat(realm.admin().get(realm.path("roles/payer/users")).findValuesAsText("username"))
                .containsExactly("pays");
        assertThat(names("roles/over/composites")).isEmpty();
    }

    @Test
    void law15_rowsThatReferToWhatIsLeftStayWithIt() throws IOException {
        ReferencedObjects.load(realm, "roles", "{name:'part'}");
        ReferencedObjects.load(
                realm,
                "roles",
                "{name:'mighty',composites:{realm:['part'],client:{'realm-management':['realm-admin']}}}");
        remove("rm-roles&chunkSize=1", "roles", "{name:'part'}", "{name:'mighty'}");

        ImportAnswer first = undo(callers.with("manage-realm"), "rm-roles");

        assertThat(codes(first)).containsExactly("forbidden");
        assertThat(first.addsUp().count("added")).isEqualTo(1);
        assertThat(first.summary().get("left").asInt()).isEqualTo(2);

        ImportAnswer last = undo(callers.with("realm-admin"), "rm-roles");

        assertThat(last.addsUp().rejects()).isEmpty();
        assertThat(last.count("added")).isEqualTo(2);
        assertThat(last.summary().has("left")).isFalse();
        assertThat(names("roles/mighty/composites")).containsExactlyInAnyOrder("part", "realm-admin");
    }

    @Test
    void law15_nobodyDeletesWhatTheJobOfSomebodyElseKeeps() throws IOException {
        ReferencedObjects.load(realm, "groups", "{path:'/kept'}", "{path:'/own'}", "{path:'/plain'}");
        AdminHttp lesser = callers.with("manage-users");
        remove("rm-kept", "groups", "{path:'/kept'}");
        realm.imports()
                .post(
                        "groups?op=remove&job=rm-plain",
                        Records.json("{path:'/plain'}").toString());
        callers.importing(lesser)
                .post(
                        "groups?op=remove&undo=true&job=rm-own",
                        Records.json("{path:'/own'}").toString());

        assertThat(delete(lesser, "rm-kept")).isEqualTo(403);
        assertThat(delete(lesser, "rm-plain")).isEqualTo(204);
        assertThat(delete(lesser, "rm-own")).isEqualTo(204);
        assertThat(undo(lesser, "rm-kept").count("added")).isEqualTo(1);
        // Nothing is kept any more.
        assertThat(delete(lesser, "rm-kept")).isEqualTo(204);
        remove("rm-again", "groups", "{path:'/kept'}");
        assertThat(delete(callers.with("realm-admin"), "rm-again")).isEqualTo(204);
    }

    @Test
    void law15_whatAnUndoLeavesOutlivesTheUndo() throws IOException {
        ReferencedObjects.load(
                realm, "users", "{username:'erin',enabled:true,clientRoles:{'realm-management':['realm-admin']}}");
        remove("rm-erin", "users", "{username:'erin'}");
        AdminHttp lesser = callers.with("manage-users");
        String undo = undo(lesser, "rm-erin").lines().get(0).get("id").asText();

        assertThat(delete(lesser, undo)).isEqualTo(204);
        assertThat(delete(lesser, "rm-erin")).isEqualTo(403);

        assertThat(undo(callers.with("realm-admin"), "rm-erin").count("added")).isEqualTo(1);
    }

    private static void remove(String job, String kind, String... records) throws IOException {
        ImportAnswer removed = realm.imports()
                .post(
                        kind + "?op=remove&undo=true&job=" + job,
                        Records.lines(
                                List.of(records).stream().map(Records::json).toList()));
        assertThat(removed.addsUp().count("removed")).as("%s", removed.lines()).isEqualTo(records.length);
    }

    private static ImportAnswer undo(AdminHttp caller, String job) throws IOException {
        return callers.importing(caller).post("jobs/" + job + "/undo?results=all", "");
    }

    private static int delete(AdminHttp caller, String job) {
        return caller.send("DELETE", realm.path("bulk-import/jobs/" + job), null)
                .statusCode();
    }

    private static List<String> codes(ImportAnswer undone) {
        return undone.rejects().stream().map(line -> line.get("code").asText()).toList();
    }

    private static List<String> names(String path) {
        return realm.admin().get(realm.path(path)).findValuesAsText("name");
    }
}
