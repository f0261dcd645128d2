// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rules of the import that are specific to capabilities, sets and their assignments. */
@OnSharedServer
class CapabilityKindsIT {

    private static TwinRealm realm;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = TwinRealm.create(server, "capability-kinds", Map.of("adminEventsEnabled", true));
        realm.demandNothingOfNewUsers();
    }

    private static ImportAnswer post(String path, String... records) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String record : records) {
            lines.add(Records.json(record).toString());
        }
        ImportAnswer answer = realm.imports().post(path + (path.contains("?") ? "&" : "?") + "results=all", lines);
        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        return answer;
    }

    private static List<String> outcomes(String path, String... records) throws IOException {
        return List.copyOf(post(path, records).outcomes().values());
    }

    private static JsonNode entry(String name) {
        return realm.admin().get(realm.path("capabilities/entries/" + name));
    }

    /** All that a role has by what is assigned to it. */
    private static List<String> given(String role) {
        String id = realm.roleId("roles/" + role);
        return realm.admin()
                .get(realm.path("capabilities/roles/" + id + "?expand=true"))
                .get("capabilities")
                .findValuesAsText("name");
    }

    private static List<String> assigned(String role) {
        return realm.admin()
                .get(realm.path("capabilities/roles/" + realm.roleId("roles/" + role)))
                .get("capabilities")
                .findValuesAsText("name");
    }

    private static void role(String name) {
        realm.admin().post(realm.path("roles"), Map.of("name", name));
    }

    @Test
    void ofACycleTheRecordThatClosesItIsRejected_andTheOthersAreTaken() throws IOException {
        ImportAnswer answer = post(
                "capability-sets",
                "{name:'ring-a',members:['ring-b']}",
                "{name:'ring-b',members:['ring-c','ring-x']}",
                "{name:'ring-c',members:['ring-a']}",
                "{name:'ring-d',members:['ring-a']}",
                "{name:'ring-self',members:['ring-self']}");

        assertThat(answer.outcomes().values())
                .containsExactly("added", "added", "cycle /members", "added", "cycle /members");
        assertThat(answer.rejects().get(0).get("message").asText()).endsWith("ring-c > ring-a > ring-b > ring-c");
        assertThat(answer.rejects().get(1).get("message").asText()).endsWith("ring-self > ring-self");
        assertThat(entry("ring-b").get("unresolved").toString()).isEqualTo("[\"ring-c\",\"ring-x\"]");

        assertThat(outcomes("capability-sets?ifExists=overwrite", "{name:'ring-b',members:['ring-d']}"))
                .containsExactly("cycle /members");
        assertThat(outcomes(
                        "capability-sets?ifExists=overwrite",
                        "{name:'ring-a',members:[]}",
                        "{name:'ring-c',members:['ring-a']}"))
                .containsExactly("updated", "added");
    }

    @Test
    void membersCountAsSoonAsTheyAreThere_inTheChunkInTheImportAndLater() throws IOException {
        role("waiting");
        assertThat(outcomes(
                        "capability-sets?chunkSize=2&parallelism=1",
                        "{name:'late-outer',members:['late-inner','late-one']}",
                        "{name:'late-inner',members:['late-two']}",
                        "{name:'late-unrelated'}",
                        "{name:'late-two',members:['late-three']}"))
                .containsOnly("added");
        assertThat(outcomes("role-capabilities", "{role:'waiting',add:['late-outer']}"))
                .containsExactly("added");
        assertThat(given("waiting")).containsExactly("late-inner", "late-outer", "late-two");

        post("capabilities", "{name:'late-one'}", "{name:'late-three'}");

        assertThat(given("waiting")).containsExactly("late-inner", "late-one", "late-outer", "late-three", "late-two");
    }

    @Test
    void aNameIsThatOfACapabilityOrOfASet() throws IOException {
        assertThat(outcomes("capabilities", "{name:'either'}")).containsExactly("added");
        for (String ifExists : List.of("fail", "skip", "overwrite", "merge")) {
            assertThat(outcomes("capability-sets?ifExists=" + ifExists, "{name:'either'}"))
                    .containsExactly("conflict /name");
        }
    }

    @Test
    void givenIdsAreHonoured_unlessSomebodyElseHasThem() throws IOException {
        assertThat(outcomes("capabilities", "{name:'with-id',id:'given-1'}")).containsExactly("added");
        assertThat(entry("with-id").get("id").asText()).isEqualTo("given-1");

        assertThat(outcomes("capability-sets", "{name:'same-id',id:'given-1'}")).containsExactly("conflict /id");
        assertThat(outcomes(
                        "capabilities?ifExists=overwrite",
                        "{name:'with-id',id:'given-2'}",
                        "{name:'new-id',id:'given-2'}"))
                .containsExactly("conflict /id", "duplicate_in_input /id");
        assertThat(outcomes("capabilities?ifExists=merge", "{name:'with-id',id:'given-1'}"))
                .containsExactly("skipped");
    }

    @Test
    void whatBelongsToASourceChangesOnlyInItsName() throws IOException {
        post("capabilities", "{name:'kept',source:'one'}", "{name:'unowned'}");
        for (String ifExists : List.of("overwrite", "merge")) {
            assertThat(outcomes(
                            "capabilities?ifExists=" + ifExists,
                            "{name:'kept',source:'two'}",
                            "{name:'unowned',description:'" + ifExists + "'}"))
                    .containsExactly("conflict /source", "updated");
            assertThat(outcomes("capabilities?ifExists=" + ifExists, "{name:'kept',description:'without a source'}"))
                    .containsExactly("conflict /source");
            assertThat(outcomes(
                            "capabilities?ifExists=" + ifExists,
                            "{name:'kept',source:'one',description:'" + ifExists + "'}"))
                    .containsExactly("updated");
        }
        assertThat(outcomes("capabilities?ifExists=merge", "{name:'unowned',source:'two'}"))
                .containsExactly("updated");
        assertThat(entry("unowned").get("source").asText()).isEqualTo("two");
        assertThat(entry("kept").get("source").asText()).isEqualTo("one");
    }

    @Test
    void mergingUnitesListsAndOverwritingReplacesThem() throws IOException {
        post("capabilities", "{name:'listing',resource:'r',endpoints:[{path:'/a'},{path:'/b'}]}");
        post("capability-sets", "{name:'listing-set',resource:'r',members:['a','b']}");

        assertThat(outcomes("capabilities?ifExists=merge", "{name:'listing',endpoints:[{path:'/b'},{path:'/c'}]}"))
                .containsExactly("updated");
        assertThat(outcomes("capability-sets?ifExists=merge", "{name:'listing-set',members:['c','b']}"))
                .containsExactly("updated");
        assertThat(entry("listing").get("endpoints").findValuesAsText("path")).containsExactly("/a", "/b", "/c");
        assertThat(entry("listing").get("resource").asText()).isEqualTo("r");
        assertThat(entry("listing-set").get("members").toString()).isEqualTo("[\"a\",\"b\",\"c\"]");

        post("capabilities?ifExists=overwrite", "{name:'listing',endpoints:[{path:'/d'}]}");
        post("capability-sets?ifExists=overwrite", "{name:'listing-set',members:['d']}");
        assertThat(entry("listing").get("endpoints").findValuesAsText("path")).containsExactly("/d");
        assertThat(entry("listing").hasNonNull("resource")).isFalse();
        assertThat(entry("listing-set").get("members").toString()).isEqualTo("[\"d\"]");
    }

    @Test
    void recordsOfOneRoleAreCarriedOutInTheOrderOfTheInput() throws IOException {
        role("switched");
        role("switched-in-chunks");
        post("capabilities", "{name:'switch-1'}", "{name:'switch-2'}");
        String[] inAChunk = {
            "{role:'switched',add:['switch-1']}",
            "{role:'switched',remove:['switch-1']}",
            "{role:'switched',add:['switch-1']}",
            "{role:'switched',add:['switch-1']}",
            "{role:'switched',set:['switch-2']}",
            "{role:'switched',set:[]}",
            "{role:'switched',set:[]}",
            "{role:'switched',add:['switch-2']}"
        };
        List<String> expected =
                List.of("added", "updated", "added", "skipped", "updated", "updated", "skipped", "added");

        assertThat(outcomes("role-capabilities", inAChunk)).isEqualTo(expected);
        assertThat(assigned("switched")).containsExactly("switch-2");

        String[] inChunks = new String[inAChunk.length];
        for (int i = 0; i < inChunks.length; i++) {
            inChunks[i] = inAChunk[i].replace("switched", "switched-in-chunks");
        }
        assertThat(outcomes("role-capabilities?chunkSize=1&parallelism=4", inChunks))
                .isEqualTo(expected);
        assertThat(assigned("switched-in-chunks")).containsExactly("switch-2");
    }

    @Test
    void aDryRunKnowsThatAnEarlierChunkHasGivenTheRoleSomething() throws IOException {
        role("dry");
        post("capabilities", "{name:'dry-1'}", "{name:'dry-2'}");

        assertThat(outcomes(
                        "role-capabilities?dryRun=true&chunkSize=1",
                        "{role:'dry',add:['dry-1']}",
                        "{role:'dry',add:['dry-2']}"))
                .containsExactly("added", "updated");
        assertThat(assigned("dry")).isEmpty();
    }

    @Test
    void anUnknownNameIsARejectUnlessTheRecordIsNotStrict() throws IOException {
        role("strict");
        post("capabilities", "{name:'known-1',id:'id-of-known-1'}", "{name:'known-2'}");

        assertThat(outcomes(
                        "role-capabilities",
                        "{role:'strict',add:['known-1','known-2','known-1','unknown']}",
                        "{role:'strict',remove:['unknown']}",
                        "{role:'strict',set:['known-1','unknown'],strict:true}",
                        "{role:'strict',remove:['unknown'],strict:false}",
                        "{role:'strict',add:['unknown','id-of-known-1'],strict:false}",
                        "{role:'strict',add:['known-1'],remove:['known-2','known-1']}",
                        "{role:'strict',add:['known-1'],set:['known-1']}",
                        "{role:'strict'}",
                        "{role:'no-such-role',add:['known-1']}",
                        "{role:'buyer',client:'no-such-client',add:['known-1']}"))
                .containsExactly(
                        "unknown_capability /add/3",
                        "unknown_capability /remove/0",
                        "unknown_capability /set/1",
                        "skipped",
                        "added",
                        "invalid /remove/1",
                        "invalid /set",
                        "missing ",
                        "unknown_role /role",
                        "unknown_client /client");
        assertThat(assigned("strict")).containsExactly("known-1");
    }

    @Test
    void law8_whoManagesClientsChangesWhatTheirRolesHaveAndNoOthers(SharedServer server) throws IOException {
        realm.admin()
                .put(
                        realm.path("capabilities/sources/shop"),
                        Map.of("capabilities", List.of(Map.of("name", "guarded"))));
        Callers callers = new Callers(server, realm.name());
        String records = """
            {"role":"buyer","client":"shop","add":["guarded"]}
            {"role":"reader","add":["guarded"]}
            {"role":"manage-realm","client":"realm-management","add":["guarded"]}
            {"role":"no-such-role","add":["guarded"]}
            """;

        ImportAnswer ofClients =
                callers.importing(callers.with("manage-clients")).post("role-capabilities?results=all", records);
        ImportAnswer ofUsers =
                callers.importing(callers.with("manage-users")).post("role-capabilities?results=all", records);

        ImportAnswer removal = callers.importing(callers.with("manage-clients"))
                .post("role-capabilities?op=remove&results=all", records);

        assertThat(ofClients.outcomes().values())
                .containsExactly("added", "forbidden /role", "forbidden /role", "forbidden /role");
        assertThat(removal.outcomes().values())
                .containsExactly("removed", "forbidden /role", "forbidden /role", "forbidden /role");
        assertThat(ofUsers.status()).isEqualTo(403);
        assertThat(assigned("reader")).isEmpty();
    }

    @Test
    void aRemovalTakesWhatARecordAddsOrSets_andSkipsWhatIsNotThere(SharedServer server) throws IOException {
        role("leaner");
        role("never-had-any");
        post("users", "{username:'leaner'}", "{username:'never-had-any'}");
        post("capabilities", "{name:'lean-1'}", "{name:'lean-2'}");
        post("capability-sets", "{name:'lean-set',members:['lean-1']}");
        post("role-capabilities", "{role:'leaner',set:['lean-1','lean-2','lean-set']}");
        post("user-capabilities", "{username:'leaner',set:['lean-1','lean-2','lean-set']}");
        String second = entry("lean-2").get("id").asText();

        for (String holder : List.of("role", "username")) {
            String kind = holder.equals("role") ? "role-capabilities" : "user-capabilities";
            assertThat(outcomes(
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
        assertThat(outcomes("role-capabilities?op=remove", "{role:'leaner',client:'nowhere',add:['lean-set']}"))
                .containsExactly("skipped");

        assertThat(given("leaner")).containsExactly("lean-1", "lean-set");
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
        post("users?op=remove", "{username:'leaner'}", "{username:'never-had-any'}");
    }

    @Test
    void whatBelongsToASourceIsRemovedOnlyByARecordThatNamesTheSource() throws IOException {
        post("capabilities", "{name:'owned',source:'owner'}", "{name:'free'}");
        post("capability-sets", "{name:'owned-set',source:'owner'}");

        assertThat(outcomes(
                        "capabilities?op=remove",
                        "{name:'owned'}",
                        "{name:'owned-set',source:'owner'}",
                        "{name:'free',source:'anything'}",
                        "{name:'nothing'}"))
                .containsExactly("conflict /source", "skipped", "removed", "skipped");
        assertThat(outcomes("capability-sets?op=remove", "{name:'owned-set',source:'other'}", "{name:'owned'}"))
                .containsExactly("conflict /source", "skipped");
        assertThat(outcomes("capabilities?op=remove&dryRun=true", "{name:'owned',source:'owner'}"))
                .containsExactly("removed");
        assertThat(entry("owned").get("source").asText()).isEqualTo("owner");
    }

    @Test
    void eventsAreThoseOfTheRestEndpoint() throws IOException {
        role("heard-one");
        role("heard-other");
        post("capabilities", "{name:'heard-1'}", "{name:'heard-2'}");
        String one = "capabilities/roles/" + realm.roleId("roles/heard-one");
        String other = "capabilities/roles/" + realm.roleId("roles/heard-other");
        realm.admin()
                .put(
                        realm.path("events/config"),
                        Map.of("adminEventsEnabled", true, "adminEventsDetailsEnabled", true));
        realm.admin().delete(realm.path("admin-events"));

        realm.admin().send("PATCH", realm.path(one), Map.of("add", List.of("heard-2", "heard-1")));
        realm.admin().send("PATCH", realm.path(one), Map.of("add", List.of("heard-1")));
        realm.admin().send("PATCH", realm.path(one), Map.of("remove", List.of("heard-1")));
        post(
                "role-capabilities?events=record",
                "{role:'heard-other',add:['heard-2','heard-1']}",
                "{role:'heard-other',add:['heard-1']}");
        post("role-capabilities?op=remove&events=record", "{role:'heard-other',add:['heard-1','unheard']}");

        assertThat(events(other)).isNotEmpty().isEqualTo(events(one));
    }

    private static List<List<String>> events(String path) {
        List<List<String>> events = new ArrayList<>();
        for (JsonNode event : realm.admin().get(realm.path("admin-events?max=100"))) {
            if (event.get("resourcePath").asText().equals(path)) {
                events.add(List.of(
                        event.get("resourceType").asText(),
                        event.get("operationType").asText(),
                        event.get("representation").asText()));
            }
        }
        return events;
    }

    @Test
    void nothingIsLeftOfUsersThatAnImportRemoves(SharedServer server) throws IOException {
        post("capabilities", "{name:'left-behind'}");
        post("users", "{username:'leaving-1'}", "{username:'leaving-2'}", "{username:'staying'}");
        assertThat(outcomes(
                        "user-capabilities",
                        "{username:'leaving-1',add:['left-behind']}",
                        "{username:'leaving-2',add:['left-behind']}",
                        "{username:'staying',add:['left-behind']}"))
                .containsOnly("added");
        String staying = realm.userId("staying");

        assertThat(outcomes("users?op=remove", "{username:'leaving-1'}", "{username:'leaving-2'}"))
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
