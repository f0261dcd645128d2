// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.undo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.kinds.UserChangesContract;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Law 15 for changes of users, which change objects of another kind. */
@OnTunedServer
class UndoneUserChangesIT {

    private static final String FULL = """
            {username:'full',email:'full@example.org',firstName:'Fay',lastName:'Full',emailVerified:true,enabled:true,\
            requiredActions:['UPDATE_PROFILE'],attributes:{team:['red','blue','green'],site:['Bonn']},\
            realmRoles:['writer','reader'],clientRoles:{shop:['buyer']},groups:['/guests','/staff'],\
            federatedIdentities:[{identityProvider:'social',userId:'1',userName:'f'},\
            {identityProvider:'corporate',userId:'2'}]}""";

    private static TwinRealm realm;

    @BeforeAll
    static void realm(TunedServer server) throws IOException {
        realm = TwinRealm.create(server.admin(), "undone-user-changes", Map.of());
        new UserChangesContract().prepareRecords(realm, 0, 4);
        post("users", FULL);
    }

    private static ImportAnswer post(String path, String... records) throws IOException {
        ImportAnswer answer = realm.imports()
                .post(path, Records.lines(Stream.of(records).map(Records::json).toList()));
        assertThat(answer.addsUp().rejects()).as("%s", answer.lines()).isEmpty();
        return answer;
    }

    private static ImportAnswer undo(String job) throws IOException {
        return realm.imports().post("jobs/" + job + "/undo?results=all", "").addsUp();
    }

    private static JsonNode user(String username) {
        return realm.admin().get(realm.path("users/" + realm.userId(username)));
    }

    /** Two records in one chunk and one in another name the same user in three ways. The name of a user is fixed. */
    @Test
    void law15_eachThingThatWasAddedTakenAwayOrClearedIsGivenBack(TunedServer server) throws IOException {
        String link = UserChangesContract.addStorage(realm);
        post("users", "{username:'linked',lastName:'Of',federationLink:'" + link + "'}");
        realm.changeProfile("lastName", Map.of("permissions", Map.of("view", List.of("admin"), "edit", List.of())));
        RealmRows before = RealmRows.of(server.database(), realm.name());

        ImportAnswer changed = post(
                "user-changes?undo=true&job=each&chunkSize=3",
                "{email:'full@example.org',remove:{requiredActions:['UPDATE_PROFILE'],realmRoles:['writer'],"
                        + "clientRoles:{shop:['buyer']},groups:['/guests'],attributes:{team:['red','green'],site:[]},"
                        + "federatedIdentities:[{identityProvider:'social'},{identityProvider:'corporate'}]}}",
                "{username:'FULL',clear:['email','firstName'],add:{federatedIdentities:"
                        + "[{identityProvider:'corporate',userId:'3'}],attributes:{floor:['2','1']}}}",
                "{username:'linked',clear:['federationLink'],add:{realmRoles:['writer']}}",
                "{userId:'" + realm.userId("full") + "',add:{realmRoles:['visitor'],groups:['/staff/emea'],"
                        + "clientRoles:{shop:['seller']},requiredActions:['VERIFY_EMAIL']}}");
        assertThat(changed.count("updated")).isEqualTo(4);
        assertThat(user("linked").has("federationLink")).isFalse();
        ImportAnswer undone = undo("each");

        assertThat(undone.rejects()).as("%s", undone.lines()).isEmpty();
        // One object for each user of a chunk.
        assertThat(undone.count("updated")).isEqualTo(3);
        UndoneRows.assertUnchanged(RealmRows.of(server.database(), realm.name()), before);
        assertThat(user("linked").get("federationLink").asText()).isEqualTo(link);
    }

    /** Fields that a {@code user-changes} record cannot change are not compared. */
    @Test
    void law15_onlyWhatChangesOfUsersCanChangeIsAConflict() throws IOException {
        post(
                "user-changes?undo=true&job=others",
                "{username:'changing-1',add:{realmRoles:['writer']}}",
                "{username:'changing-2',add:{realmRoles:['writer']}}",
                "{username:'changing-3',add:{realmRoles:['writer']}}");
        post(
                "users?ifExists=merge",
                "{username:'changing-1',enabled:true,notBefore:7,"
                        + "credentials:[{type:'password',value:'Correct-Horse-9'}]}",
                "{username:'changing-2',attributes:{team:['new']}}");
        realm.admin().delete(realm.path("users/" + realm.userId("changing-3")));

        ImportAnswer undone = undo("others");

        Map<String, String> rejects = new HashMap<>();
        undone.rejects()
                .forEach(reject -> rejects.put(
                        reject.get("key").asText(), reject.get("code").asText()));
        assertThat(rejects).isEqualTo(Map.of("changing-2", "conflict", "changing-3", "conflict"));
        assertThat(undone.count("updated")).isEqualTo(1);
        ObjectNode user = (ObjectNode) user("changing-1");
        assertThat(user.get("enabled").asBoolean()).isTrue();
        assertThat(user.get("notBefore").asInt()).isEqualTo(7);
        String id = user.get("id").asText();
        assertThat(realm.admin().get(realm.path("users/" + id + "/credentials")))
                .hasSize(1);
        assertThat(roles(id)).doesNotContain("writer");
        assertThat(roles(realm.userId("changing-2"))).contains("writer");
    }

    private static List<String> roles(String id) {
        return realm.admin()
                .get(realm.path("users/" + id + "/role-mappings/realm"))
                .findValuesAsText("name");
    }
}
