// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.kinds.DepartmentMembersContract;
import io.keylift.it.imports.kinds.OrganizationMembersContract;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.RowComparison;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Removal of members: users managed by the organization are deleted, as Keycloak does. */
@OnSharedServer
class MemberRemovalIT {

    private static final int COUNT = 24;

    private final OrganizationMembersContract members = new OrganizationMembersContract();
    private final DepartmentMembersContract departments = new DepartmentMembersContract();

    /** A third of the members is managed; all are in a department, too. */
    private TwinRealm realm(SharedServer server, String name) throws IOException {
        TwinRealm realm = TwinRealm.create(server, name, Map.of("adminEventsEnabled", true));
        members.prepare(realm);
        List<ObjectNode> managed = IntStream.range(0, COUNT)
                .mapToObj(i -> members.changed(members.record(i), i % 3 == 0 ? 1 : 2))
                .toList();
        assertThat(realm.imports()
                        .post("organization-members", Records.lines(managed))
                        .count("added"))
                .isEqualTo(COUNT);
        List<ObjectNode> inDepartments =
                IntStream.range(0, COUNT).mapToObj(departments::record).toList();
        assertThat(realm.imports()
                        .post("department-members", Records.lines(inDepartments))
                        .count("added"))
                .isEqualTo(COUNT);
        return realm;
    }

    /** Sending a removal again does no harm, whatever has gone meanwhile. */
    @Test
    void membersOfWhatIsGoneAreSkipped(SharedServer server) throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, "leaving-nothing");
        client.post("users", "{\"username\":\"member\"}\n");

        for (String path : List.of("organization-members", "department-members")) {
            ImportAnswer answer = client.post(
                    path + "?op=remove&onReject=stop",
                    "{\"organization\":\"gone\",\"username\":\"member\""
                            + (path.startsWith("dep") ? ",\"department\":\"/sales\"" : "") + "}\n");

            assertThat(answer.addsUp().end()).as("%s", answer.lines()).isEqualTo("COMPLETED");
            assertThat(answer.count("skipped")).isEqualTo(1);
        }
    }

    @Test
    void law5_removingMembersIsRowForRowWhatTheAdminApiDoes(SharedServer server) throws IOException {
        TwinRealm one = realm(server, "leaving-one");
        TwinRealm other = realm(server, "leaving-other");
        RealmRows before = RealmRows.of(server.database(), other.name());
        List<ObjectNode> leaving =
                IntStream.range(0, COUNT / 2).mapToObj(members::record).toList();

        leaving.forEach(record -> members.remove(one, record));
        ImportAnswer answer = other.imports()
                .post("organization-members?op=remove&events=record&chunkSize=5", Records.lines(leaving));

        assertThat(answer.addsUp().count("removed")).as("%s", answer.lines()).isEqualTo(leaving.size());
        RealmRows after = RealmRows.of(server.database(), other.name());
        assertThat(after.growthSince(before)).containsEntry("user_entity", -COUNT / 6);
        RowComparison.assertAlike(
                RealmRows.of(server.database(), one.name()),
                after,
                Set.of("user_entity", "user_group_membership", "user_role_mapping"));
        assertThat(deletions(other)).isEqualTo(deletions(one)).hasSize(leaving.size());
    }

    /** Of what sort of thing the realm's admin events of deletions are. */
    private static List<String> deletions(TwinRealm realm) {
        return realm.admin()
                .get(realm.path("admin-events?operationTypes=DELETE&max=1000"))
                .findValuesAsText("resourceType");
    }

    @Test
    void law10_whoHasLeftIsNoMemberAnyMore_alsoWhereItWasLookedUpBefore(SharedServer server) throws IOException {
        TwinRealm realm = realm(server, "leaving-at-once");
        String organization = realm.path("organizations/" + realm.organizationId("acme"));
        String member = organization + "/members/" + realm.userId("member-2");
        int before = realm.admin().get(organization + "/members/count").asInt();
        assertThat(realm.admin().send("GET", member, null).statusCode()).isEqualTo(200);

        realm.imports().post("organization-members?op=remove", members.record(2).toString());

        assertThat(realm.admin().send("GET", member, null).statusCode()).isEqualTo(404);
        assertThat(realm.admin().get(organization + "/members/count").asInt()).isEqualTo(before - 1);
    }
}
