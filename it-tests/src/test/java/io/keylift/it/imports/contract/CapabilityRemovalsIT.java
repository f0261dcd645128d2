// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rules of removals that are specific to capabilities, sets and their assignments. */
@OnSharedServer
class CapabilityRemovalsIT {

    private static TwinRealm realm;
    private static CapabilityCalls calls;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = TwinRealm.create(server, "capability-removals", Map.of());
        realm.demandNothingOfNewUsers();
        calls = new CapabilityCalls(realm);
    }

    @Test
    void aRemovalTakesWhatARecordAddsOrSets_andSkipsWhatIsNotThere(SharedServer server) throws IOException {
        calls.role("leaner");
        calls.role("never-had-any");
        calls.post("users", "{username:'leaner'}", "{username:'never-had-any'}");
        calls.post("capabilities", "{name:'lean-1'}", "{name:'lean-2'}");
        calls.post("capability-sets", "{name:'lean-set',members:['lean-1']}");
        calls.post("role-capabilities", "{role:'leaner',set:['lean-1','lean-2','lean-set']}");
        calls.post("user-capabilities", "{username:'leaner',set:['lean-1','lean-2','lean-set']}");
        String second = calls.entry("lean-2").get("id").asText();

        for (String holder : List.of("role", "username")) {
            String kind = holder.equals("role") ? "role-capabilities" : "user-capabilities";
            assertThat(calls.outcomes(
                            kind + "?op=remove",
                            "{" + holder + ":'leaner',add:['lean-1','unheard'],remove:['lean-set'],strict:true}",
                            "{" + holder + ":'leaner',set:['lean-1']}",
                            "{" + holder + ":'leaner',set:['" + second + "','lean-1']}",
                            "{" + holder + ":'leaner',set:[]}",
                            "{" + holder + ":'never-had-any',add:['lean-1']}",
                            "{" + holder + ":'nobody',add:['lean-1']}",
                            "{" + holder + ":'leaner',remove:['lean-set']}",
                            "{" + holder + ":'leaner',add:['lean-set'],set:['lean-set']}",
                            "{" + holder + ":'leaner',add:['lean-set','']}"))
                    .as(kind)
                    .containsExactly(
                            "removed",
                            "skipped",
                            "removed",
                            "skipped",
                            "skipped",
                            "skipped",
                            "missing ",
                            "invalid /set",
                            "missing /add/1");
        }
        assertThat(calls.outcomes("role-capabilities?op=remove", "{role:'leaner',client:'nowhere',add:['lean-set']}"))
                .containsExactly("skipped");

        assertThat(calls.given("leaner")).containsExactly("lean-1", "lean-set");
        try (Sql sql = new Sql(server.database())) {
            assertThat(sql.number(
                            "select count(*) from keylift_capability_holder where id in (?, ?)",
                            realm.roleId("roles/never-had-any"),
                            realm.userId("never-had-any")))
                    .isZero();
            assertThat(sql.strings(
                            "select c.name from keylift_capability_assignment a join keylift_capability c"
                                    + " on c.id = a.capability_id where a.holder_id = ?",
                            realm.userId("leaner")))
                    .containsExactly("lean-set");
        }
        calls.post("users?op=remove", "{username:'leaner'}", "{username:'never-had-any'}");
    }

    @Test
    void whatBelongsToASourceIsRemovedOnlyByARecordThatNamesTheSource() throws IOException {
        calls.post("capabilities", "{name:'owned',source:'owner'}", "{name:'free'}");
        calls.post("capability-sets", "{name:'owned-set',source:'owner'}");

        assertThat(calls.outcomes(
                        "capabilities?op=remove",
                        "{name:'owned'}",
                        "{name:'owned-set',source:'owner'}",
                        "{name:'free',source:'anything'}",
                        "{name:'nothing'}"))
                .containsExactly("conflict /source", "skipped", "removed", "skipped");
        assertThat(calls.outcomes("capability-sets?op=remove", "{name:'owned-set',source:'other'}", "{name:'owned'}"))
                .containsExactly("conflict /source", "skipped");
        assertThat(calls.outcomes("capabilities?op=remove&dryRun=true", "{name:'owned',source:'owner'}"))
                .containsExactly("removed");
        assertThat(calls.entry("owned").get("source").asText()).isEqualTo("owner");
    }

    @Test
    void nothingIsLeftOfUsersThatAnImportRemoves(SharedServer server) throws IOException {
        calls.post("capabilities", "{name:'left-behind'}");
        calls.post("users", "{username:'leaving-1'}", "{username:'leaving-2'}", "{username:'staying'}");
        assertThat(calls.outcomes(
                        "user-capabilities",
                        "{username:'leaving-1',add:['left-behind']}",
                        "{username:'leaving-2',add:['left-behind']}",
                        "{username:'staying',add:['left-behind']}"))
                .containsOnly("added");
        String staying = realm.userId("staying");

        assertThat(calls.outcomes("users?op=remove", "{username:'leaving-1'}", "{username:'leaving-2'}"))
                .containsOnly("removed");

        try (Sql sql = new Sql(server.database())) {
            String holders = "select h.id from keylift_capability_holder h"
                    + " join realm r on r.id = h.realm_id where h.type = 'USER' and r.name = ?";
            assertThat(sql.strings(holders, realm.name())).containsExactly(staying);
            assertThat(sql.strings(
                            "select a.holder_id from keylift_capability_assignment a join keylift_capability c"
                                    + " on c.id = a.capability_id where c.name = ?",
                            "left-behind"))
                    .containsExactly(staying);
        }
    }
}
