// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.kinds.UserChangesContract;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.RejectComparison;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.imports.support.TwinRealmPair;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rules that are specific to changes of users: each thing that is added, taken away or cleared. */
@OnSharedServer
class UserChangesIT {

    private static final UserChangesContract KIND = new UserChangesContract();

    private static TwinRealm realm;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = TwinRealm.create(server, "user-changes", Map.of());
        KIND.prepare(realm);
    }

    private static ImportAnswer post(String query, String... records) throws IOException {
        List<ObjectNode> lines = Stream.of(records).map(Records::json).toList();
        ImportAnswer answer = realm.imports().post("user-changes?results=all" + query, Records.lines(lines));
        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        return answer;
    }

    private static List<String> outcomes(String query, String... records) throws IOException {
        return List.copyOf(post(query, records).outcomes().values());
    }

    private static JsonNode user(TwinRealm realm, String username) {
        return realm.admin().get(realm.path("users/" + realm.userId(username)));
    }

    /** A user of the realm with something of everything. */
    private static String full(TwinRealm realm, String username) {
        ObjectNode user = Records.json("""
                {username:'%s',email:'%s@example.org',firstName:'Fay',lastName:'Full',emailVerified:true,\
                requiredActions:['VERIFY_EMAIL','UPDATE_PROFILE'],attributes:{team:['red','blue'],site:['Bonn']}}""".formatted(username, username));
        String id = realm.admin().postNew(realm.path("users"), user);
        UserChangesContract kind = new UserChangesContract();
        ObjectNode roles = Records.json("""
                {username:'%s',add:{realmRoles:['writer','reader'],clientRoles:{shop:['buyer','seller']},\
                groups:['/guests','/staff'],federatedIdentities:[{identityProvider:'social',userId:'%s',userName:'f'},\
                {identityProvider:'corporate',userId:'%s'}]}}""".formatted(username, username, username));
        assertThat(kind.create(realm, roles).statusCode()).isLessThan(300);
        return id;
    }

    @Test
    void law5_eachThingAddedAndTakenAwayIsRowForRowWhatItsOwnCallDoes(SharedServer server) throws IOException {
        TwinRealmPair pair = TwinRealmPair.of(server, KIND, "single");
        List<String> changes = List.of(
                "add:{requiredActions:['UPDATE_PASSWORD']}",
                "add:{realmRoles:['visitor']}",
                "add:{clientRoles:{'stock.room/1':['keeper']}}",
                "add:{groups:['/staff/emea']}",
                "add:{attributes:{team:['green'],floor:['3','2','1']}}",
                "remove:{requiredActions:['VERIFY_EMAIL']}",
                "remove:{realmRoles:['writer','default-roles-<realm>']}",
                "remove:{clientRoles:{shop:['buyer']}}",
                "remove:{groups:['/guests']}",
                "remove:{federatedIdentities:[{identityProvider:'social'},{identityProvider:'corporate',userId:'x'}]}",
                "remove:{attributes:{team:['red']}}",
                "remove:{attributes:{team:[],site:null}}",
                "clear:['firstName']",
                "clear:['lastName','email']");
        List<ObjectNode> records = new ArrayList<>();
        for (int i = 0; i < changes.size(); i++) {
            full(pair.one(), "single-" + i);
            full(pair.other(), "single-" + i);
            records.add(Records.json("{username:'single-" + i + "'," + changes.get(i) + "}"));
        }

        pair.compare("user-changes?chunkSize=5", KIND::create, records);

        ImportAnswer again =
                pair.other().imports().post("user-changes", Records.lines(Records.of(pair.other(), records)));
        assertThat(again.addsUp().count("skipped")).as("%s", again.lines()).isEqualTo(records.size());
        assertThat(user(pair.other(), "single-13").has("email")).isFalse();
    }

    /** The only way in which the Admin API clears the link is for all users of the storage. */
    @Test
    void law5_aUserOfAStorageIsUnlinkedAndChangedByOneRecord(SharedServer server) throws IOException {
        TwinRealmPair pair = TwinRealmPair.of(server, KIND, "unlinked");
        for (TwinRealm each : List.of(pair.one(), pair.other())) {
            String link = UserChangesContract.addStorage(each);
            String user = "{\"username\":\"%s\",\"lastName\":\"Of\",\"federationLink\":\"%s\"}\n";
            assertThat(each.imports()
                            .post("users", user.formatted("linked", link))
                            .count("added"))
                    .isOne();
        }
        ObjectNode record = Records.json("{username:'linked',clear:['federationLink'],add:{realmRoles:['writer']}}");
        ObjectNode kept = Records.json("{username:'linked',add:{realmRoles:['reader']}}");

        ImportAnswer refused = pair.other().imports().post("user-changes?results=all", kept.toString());
        pair.compare("user-changes", KIND::create, List.of(record));

        assertThat(refused.outcomes().values()).containsExactly("invalid ");
        assertThat(refused.rejects().get(0).get("message").asText()).contains("user storage old");
        assertThat(user(pair.other(), "linked").has("federationLink")).isFalse();
    }

    /** Whoever is managed by an organization has one identity, at the identity provider of the organization. */
    @Test
    void law5_aManagedMemberGetsNoOtherIdentity(SharedServer server) throws IOException {
        List<ObjectNode> records = new ArrayList<>();
        TwinRealm one = TwinRealm.create(server, "managed-one", Map.of());
        TwinRealm other = TwinRealm.create(server, "managed-other", Map.of());
        for (TwinRealm each : List.of(one, other)) {
            each.withOrganizations("acme", "globex");
            for (String organization : List.of("acme", "globex")) {
                for (String type : List.of("MANAGED", "UNMANAGED")) {
                    String member = organization + "-" + type.toLowerCase(Locale.ROOT);
                    ObjectNode user = Records.json("""
                            {username:'%s',organizations:[{alias:'%s',membershipType:'%s'}],\
                            federatedIdentities:[{identityProvider:'corporate',userId:'%s'}]}""".formatted(member, organization, type, member));
                    assertThat(each.imports().post("users", user.toString()).count("added"))
                            .isOne();
                    if (each == one) {
                        records.add(Records.json("""
                                {username:'%s',add:{federatedIdentities:[{identityProvider:'social',userId:'%s'}]}}""".formatted(member, member)));
                    }
                }
            }
            String acme = each.path("organizations/" + each.organizationId("acme") + "/identity-providers");
            assertThat(each.admin().send("POST", acme, "corporate").statusCode())
                    .isEqualTo(204);
        }

        new RejectComparison(one, other).write("user-changes", KIND::create, records);

        assertThat(other.admin().get(other.path("users/" + other.userId("acme-managed") + "/federated-identity")))
                .hasSize(1);
        assertThat(other.admin().get(other.path("users/" + other.userId("globex-managed") + "/federated-identity")))
                .hasSize(2);
    }

    @Test
    void law13_recordsOfOneUserAreCarriedOutInTheOrderOfTheInput() throws IOException {
        String[] records = {
            "{username:'changing-1',add:{realmRoles:['writer'],attributes:{team:['a']}}}",
            "{username:'changing-1',remove:{realmRoles:['writer']}}",
            "{username:'changing-1',remove:{realmRoles:['writer'],attributes:{team:['b']}}}",
            "{username:'changing-1',add:{attributes:{team:['a','b']},"
                    + "federatedIdentities:[{identityProvider:'social',userId:'1'}]}}",
            "{username:'changing-2',add:{federatedIdentities:[{identityProvider:'social',userId:'1'}]}}",
            "{username:'changing-1',remove:{federatedIdentities:[{identityProvider:'social',userId:'1'}],"
                    + "attributes:{team:['a']}}}",
            "{username:'changing-2',add:{federatedIdentities:[{identityProvider:'social',userId:'1'}]}}",
            "{username:'changing-1',clear:['email']}",
            "{email:'changing-1@example.org',username:'changing-1',add:{realmRoles:['writer']}}"
        };
        List<String> expected = List.of(
                "updated",
                "updated",
                "skipped",
                "updated",
                "conflict /add/federatedIdentities/0",
                "updated",
                "updated",
                "updated",
                "conflict /email");

        assertThat(outcomes("", records)).isEqualTo(expected);
        assertThat(user(realm, "changing-1").at("/attributes/team").toString()).isEqualTo("[\"b\"]");
        String[] inChunks = new String[records.length];
        for (int i = 0; i < records.length; i++) {
            inChunks[i] = records[i]
                    .replace("changing-1", "changing-11")
                    .replace("changing-2", "changing-12")
                    .replace("userId:'1'", "userId:'11'");
        }
        assertThat(outcomes("&chunkSize=1&parallelism=4", inChunks)).isEqualTo(expected);
        assertThat(user(realm, "changing-11").at("/attributes/team").toString()).isEqualTo("[\"b\"]");
    }

    @Test
    void whatIsWrongIsRejectedWithItsPlaceAndChangesNothing() throws IOException {
        String before = user(realm, "changing-3").toString();
        full(realm, "kept-name");
        realm.changeProfile("firstName", Map.of("permissions", Map.of("view", List.of("admin"), "edit", List.of())));

        assertThat(outcomes(
                        "",
                        "{username:'changing-3',add:{requiredActions:['VERIFY_EMAIL','NO_SUCH']}}",
                        "{username:'changing-3',remove:{requiredActions:['NO_SUCH']}}",
                        "{username:'changing-3',add:{realmRoles:['writer']},"
                                + "remove:{clientRoles:{shop:['buyer','none']}}}",
                        "{username:'changing-3',remove:{clientRoles:{'no-such':['buyer']}}}",
                        "{username:'changing-3',add:{groups:['/guests']},remove:{groups:['/none']}}",
                        "{username:'changing-3',add:{federatedIdentities:[{identityProvider:'none',userId:'1'}]}}",
                        "{username:'changing-3',add:{federatedIdentities:[{identityProvider:'social'}]}}",
                        "{username:'changing-3',remove:{federatedIdentities:[{identityProvider:'none'}]}}",
                        "{username:'changing-3',add:{realmRoles:['writer']},remove:{realmRoles:['reader','writer']}}",
                        "{username:'changing-3',add:{groups:['guests']},remove:{groups:['/guests/']}}",
                        "{username:'changing-3',add:{attributes:{a:['1']}},remove:{attributes:{a:['1']}}}",
                        "{username:'changing-3',add:{attributes:{email:['a@b.example']}}}",
                        "{username:'changing-3',add:{attributes:{team:['⟨x×10000⟩']}}}"
                                .replace("⟨x×10000⟩", "x".repeat(10000)),
                        "{username:'changing-3',clear:['email','username']}",
                        "{username:'kept-name',clear:['firstName']}",
                        "{username:'changing-3'}",
                        "{add:{realmRoles:['writer']}}",
                        "{username:'nobody',add:{realmRoles:['writer']}}",
                        "{username:'changing-3',email:'changing-4@example.org',add:{realmRoles:['writer']}}",
                        "{username:'changing-3',add:{},remove:{realmRoles:[]},clear:[]}"))
                .containsExactly(
                        "unknown_required_action /add/requiredActions/1",
                        "unknown_required_action /remove/requiredActions/0",
                        "unknown_role /remove/clientRoles/shop/1",
                        "unknown_client /remove/clientRoles/no-such",
                        "unknown_group /remove/groups/0",
                        "unknown_identity_provider /add/federatedIdentities/0/identityProvider",
                        "missing /add/federatedIdentities/0/userId",
                        "unknown_identity_provider /remove/federatedIdentities/0/identityProvider",
                        "invalid /remove/realmRoles/1",
                        "invalid /remove/groups/0",
                        "invalid /remove/attributes/a/0",
                        "invalid /add/attributes/email",
                        "too_long /add/attributes/team",
                        "invalid /clear/1",
                        "invalid /clear/0",
                        "missing ",
                        "missing ",
                        "unknown_user /username",
                        "conflict /email",
                        "skipped");
        assertThat(user(realm, "changing-3").toString()).isEqualTo(before);
    }
}
