// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rules of the import that are specific to capabilities, sets and their assignments. */
@OnSharedServer
class CapabilityKindsIT {

    private static TwinRealm realm;
    private static CapabilityCalls calls;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = TwinRealm.create(server, "capability-kinds", Map.of());
        realm.demandNothingOfNewUsers();
        calls = new CapabilityCalls(realm);
    }

    @Test
    void ofACycleTheRecordThatClosesItIsRejected_andTheOthersAreTaken() throws IOException {
        ImportAnswer answer = calls.post(
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
        assertThat(calls.entry("ring-b").get("unresolved").toString()).isEqualTo("[\"ring-c\",\"ring-x\"]");

        assertThat(calls.outcomes("capability-sets?ifExists=overwrite", "{name:'ring-b',members:['ring-d']}"))
                .containsExactly("cycle /members");
        assertThat(calls.outcomes(
                        "capability-sets?ifExists=overwrite",
                        "{name:'ring-a',members:[]}",
                        "{name:'ring-c',members:['ring-a']}"))
                .containsExactly("updated", "added");
    }

    @Test
    void membersCountAsSoonAsTheyAreThere_inTheChunkInTheImportAndLater() throws IOException {
        calls.role("waiting");
        assertThat(calls.outcomes(
                        "capability-sets?chunkSize=2&parallelism=1",
                        "{name:'late-outer',members:['late-inner','late-one']}",
                        "{name:'late-inner',members:['late-two']}",
                        "{name:'late-unrelated'}",
                        "{name:'late-two',members:['late-three']}"))
                .containsOnly("added");
        assertThat(calls.outcomes("role-capabilities", "{role:'waiting',add:['late-outer']}"))
                .containsExactly("added");
        assertThat(calls.given("waiting")).containsExactly("late-inner", "late-outer", "late-two");

        calls.post("capabilities", "{name:'late-one'}", "{name:'late-three'}");

        assertThat(calls.given("waiting"))
                .containsExactly("late-inner", "late-one", "late-outer", "late-three", "late-two");
    }

    @Test
    void aNameIsThatOfACapabilityOrOfASet() throws IOException {
        assertThat(calls.outcomes("capabilities", "{name:'either'}")).containsExactly("added");
        for (String ifExists : List.of("fail", "skip", "overwrite", "merge")) {
            assertThat(calls.outcomes("capability-sets?ifExists=" + ifExists, "{name:'either'}"))
                    .containsExactly("conflict /name");
        }
    }

    @Test
    void givenIdsAreHonoured_unlessSomebodyElseHasThem() throws IOException {
        assertThat(calls.outcomes("capabilities", "{name:'with-id',id:'given-1'}"))
                .containsExactly("added");
        assertThat(calls.entry("with-id").get("id").asText()).isEqualTo("given-1");

        assertThat(calls.outcomes("capability-sets", "{name:'same-id',id:'given-1'}"))
                .containsExactly("conflict /id");
        assertThat(calls.outcomes(
                        "capabilities?ifExists=overwrite",
                        "{name:'with-id',id:'given-2'}",
                        "{name:'new-id',id:'given-2'}"))
                .containsExactly("conflict /id", "duplicate_in_input /id");
        assertThat(calls.outcomes("capabilities?ifExists=merge", "{name:'with-id',id:'given-1'}"))
                .containsExactly("skipped");
    }

    @Test
    void whatBelongsToASourceChangesOnlyInItsName() throws IOException {
        calls.post("capabilities", "{name:'kept',source:'one'}", "{name:'unowned'}");
        for (String ifExists : List.of("overwrite", "merge")) {
            assertThat(calls.outcomes(
                            "capabilities?ifExists=" + ifExists,
                            "{name:'kept',source:'two'}",
                            "{name:'unowned',description:'" + ifExists + "'}"))
                    .containsExactly("conflict /source", "updated");
            assertThat(calls.outcomes(
                            "capabilities?ifExists=" + ifExists, "{name:'kept',description:'without a source'}"))
                    .containsExactly("conflict /source");
            assertThat(calls.outcomes(
                            "capabilities?ifExists=" + ifExists,
                            "{name:'kept',source:'one',description:'" + ifExists + "'}"))
                    .containsExactly("updated");
        }
        assertThat(calls.outcomes("capabilities?ifExists=merge", "{name:'unowned',source:'two'}"))
                .containsExactly("updated");
        assertThat(calls.entry("unowned").get("source").asText()).isEqualTo("two");
        assertThat(calls.entry("kept").get("source").asText()).isEqualTo("one");
    }

    @Test
    void mergingUnitesListsAndOverwritingReplacesThem() throws IOException {
        calls.post("capabilities", "{name:'listing',resource:'r',endpoints:[{path:'/a'},{path:'/b'}]}");
        calls.post("capability-sets", "{name:'listing-set',resource:'r',members:['a','b']}");

        assertThat(calls.outcomes(
                        "capabilities?ifExists=merge", "{name:'listing',endpoints:[{path:'/b'},{path:'/c'}]}"))
                .containsExactly("updated");
        assertThat(calls.outcomes("capability-sets?ifExists=merge", "{name:'listing-set',members:['c','b']}"))
                .containsExactly("updated");
        assertThat(calls.entry("listing").get("endpoints").findValuesAsText("path"))
                .containsExactly("/a", "/b", "/c");
        assertThat(calls.entry("listing").get("resource").asText()).isEqualTo("r");
        assertThat(calls.entry("listing-set").get("members").toString()).isEqualTo("[\"a\",\"b\",\"c\"]");

        calls.post("capabilities?ifExists=overwrite", "{name:'listing',endpoints:[{path:'/d'}]}");
        calls.post("capability-sets?ifExists=overwrite", "{name:'listing-set',members:['d']}");
        assertThat(calls.entry("listing").get("endpoints").findValuesAsText("path"))
                .containsExactly("/d");
        assertThat(calls.entry("listing").hasNonNull("resource")).isFalse();
        assertThat(calls.entry("listing-set").get("members").toString()).isEqualTo("[\"d\"]");
    }

    @Test
    void recordsOfOneRoleAreCarriedOutInTheOrderOfTheInput() throws IOException {
        calls.role("switched");
        calls.role("switched-in-chunks");
        calls.post("capabilities", "{name:'switch-1'}", "{name:'switch-2'}");
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

        assertThat(calls.outcomes("role-capabilities", inAChunk)).isEqualTo(expected);
        assertThat(calls.assigned("switched")).containsExactly("switch-2");

        String[] inChunks = new String[inAChunk.length];
        for (int i = 0; i < inChunks.length; i++) {
            inChunks[i] = inAChunk[i].replace("switched", "switched-in-chunks");
        }
        assertThat(calls.outcomes("role-capabilities?chunkSize=1&parallelism=4", inChunks))
                .isEqualTo(expected);
        assertThat(calls.assigned("switched-in-chunks")).containsExactly("switch-2");
    }

    @Test
    void aDryRunKnowsThatAnEarlierChunkHasGivenTheRoleSomething() throws IOException {
        calls.role("dry");
        calls.post("capabilities", "{name:'dry-1'}", "{name:'dry-2'}");

        assertThat(calls.outcomes(
                        "role-capabilities?dryRun=true&chunkSize=1",
                        "{role:'dry',add:['dry-1']}",
                        "{role:'dry',add:['dry-2']}"))
                .containsExactly("added", "updated");
        assertThat(calls.assigned("dry")).isEmpty();
    }

    @Test
    void anUnknownNameIsARejectUnlessTheRecordIsNotStrict() throws IOException {
        calls.role("strict");
        calls.post("capabilities", "{name:'known-1',id:'id-of-known-1'}", "{name:'known-2'}");

        assertThat(calls.outcomes(
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
        assertThat(calls.assigned("strict")).containsExactly("known-1");
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
        assertThat(calls.assigned("reader")).isEmpty();
    }
}
