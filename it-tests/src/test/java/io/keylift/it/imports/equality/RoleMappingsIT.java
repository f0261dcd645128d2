// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ConcurrentCalls;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules specific to role mappings: a record adds roles, a user can have many records, and mappings can be removed. */
@OnSharedServer
class RoleMappingsIT {

    private static TwinRealm realm;
    private static AdminHttp admin;
    private static int count;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = TwinRealm.create(server, "role-mappings", Map.of()).withOrganizations("acme", "globex");
        admin = server.admin();
    }

    /** For a user with the roles reader, visitor and buyer. MappingPlannerTest has more ways. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            fail      | {realmRoles:['reader','visitor'],clientRoles:{shop:['buyer']}} | exists /username | reader,visitor,buyer
            merge     | {clientRoles:{shop:['seller'],'stock.room/1':['keeper']}}  | added            | reader,visitor,buyer,seller,keeper
            overwrite | {clientRoles:{shop:['seller']}}                            | updated          | reader,visitor,seller
            """)
    void ifExistsDecidesWhatBecomesOfAUsersRoles(String ifExists, String record, String outcome, String roles)
            throws IOException {
        String username = holder();

        ImportAnswer answer = realm.imports()
                .post(
                        "role-mappings?results=all&ifExists=" + ifExists,
                        Records.lines(List.of(Records.json(record).put("username", username))));

        assertThat(answer.outcomes().values().stream().map(String::strip)).containsExactly(outcome);
        Set<String> expected = new TreeSet<>(Set.of(roles.split(",")));
        expected.add("default-roles-role-mappings");
        assertThat(rolesOf(user(username))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            fail      | {realmRoles:['reader']}                                | exists /group | reader,buyer
            overwrite | {realmRoles:['writer'],clientRoles:{shop:['seller']}}  | updated       | writer,seller
            """)
    void ifExistsDecidesWhatBecomesOfAGroupsRoles(String ifExists, String record, String outcome, String roles)
            throws IOException {
        String name = "group-" + ++count;
        admin.post(realm.path("groups"), Map.of("name", name));
        String path = realm.path("groups/"
                + admin.get(realm.path("group-by-path/" + name)).get("id").asText());
        map(path, "reader", "buyer");

        ImportAnswer answer = realm.imports()
                .post(
                        "role-mappings?results=all&ifExists=" + ifExists,
                        Records.lines(List.of(Records.json(record).put("group", "/" + name))));

        assertThat(answer.outcomes().values()).containsExactly(outcome);
        assertThat(rolesOf(path)).containsExactlyInAnyOrder(roles.split(","));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            fail      | {department:'/none',realmRoles:['writer']}             | unknown_department /department | reader,buyer
            fail      | {organization:'none',realmRoles:['writer']}            | unknown_organization /organization | reader,buyer
            fail      | {organization:'globex',realmRoles:['writer']}          | unknown_department /department | reader,buyer
            merge     | {realmRoles:['reader','writer']}                       | updated       | reader,writer,buyer
            remove    | {realmRoles:['reader','writer'],clientRoles:{shop:['seller']}} | removed | buyer
            remove    | {department:'/none',realmRoles:['reader']}             | skipped       | reader,buyer
            remove    | {organization:'none',realmRoles:['reader']}            | skipped       | reader,buyer
            """)
    void ifExistsDecidesWhatBecomesOfADepartmentsRoles(String way, String record, String outcome, String roles)
            throws IOException {
        String name = "department-" + ++count;
        String groups = realm.path("organizations/" + realm.organizationId("acme") + "/groups");
        String path = groups + "/" + admin.postNew(groups, Map.of("name", name));
        map(path, "reader", "buyer");
        Set<String> before = rolesOf(path);
        ObjectNode line = Records.json("{organization:'acme',department:'/" + name + "'}");
        line.setAll(Records.json(record));
        String query = "role-mappings?results=all&" + (way.equals("remove") ? "op=remove" : "ifExists=" + way);

        ImportAnswer dry = realm.imports().post(query + "&dryRun=true", Records.lines(List.of(line)));
        assertThat(rolesOf(path)).isEqualTo(before);
        ImportAnswer answer = realm.imports().post(query, Records.lines(List.of(line)));

        assertThat(answer.outcomes().values()).containsExactly(outcome);
        assertThat(dry.outcomes()).isEqualTo(answer.outcomes());
        assertThat(rolesOf(path)).containsExactlyInAnyOrder(roles.split(","));
    }

    /** A table of pairs is what most systems can give. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1000})
    void oneUserMayHaveManyLines(int chunkSize) throws IOException {
        String username = holder();
        String table = """
                username,realmRoles[],clientRoles.shop[]
                %1$s,writer,
                %1$s,,seller
                %1$s,writer|chief,
                %1$s,reader,
                """.formatted(username);

        ImportAnswer answer =
                realm.imports().post("role-mappings?results=all&chunkSize=" + chunkSize, "text/csv", table.getBytes());

        assertThat(answer.outcomes().values()).containsExactly("added", "added", "updated", "exists /username");
        assertThat(rolesOf(user(username))).contains("writer", "seller", "chief", "reader", "visitor", "buyer");
    }

    @ParameterizedTest
    @CsvSource({
        "fail, exists /username, duplicate_in_input /username",
        "merge, skipped, duplicate_in_input /username",
    })
    void theSameLineTwiceAddsOnce(String ifExists, String alone, String together) throws IOException {
        for (Map.Entry<Integer, String> chunk : Map.of(1, alone, 10, together).entrySet()) {
            String username = holder();
            List<ObjectNode> lines = List.of(
                    Records.json("{username:'" + username + "',realmRoles:['writer','chief']}"),
                    Records.json("{username:'" + username.toUpperCase() + "',realmRoles:['chief','writer']}"));

            ImportAnswer answer = realm.imports()
                    .post(
                            "role-mappings?results=all&ifExists=" + ifExists + "&chunkSize=" + chunk.getKey(),
                            Records.lines(lines));

            assertThat(answer.outcomes().values()).containsExactly("added", chunk.getValue());
        }
    }

    @Test
    void aSubjectIsOverwrittenOnceInAChunk_howeverNamed() throws IOException {
        String username = holder();
        String organization = realm.organizationId("acme");
        admin.post(realm.path("organizations/" + organization + "/groups"), Map.of("name", "once"));
        List<ObjectNode> lines = List.of(
                Records.json("{username:'" + username + "',realmRoles:['writer']}"),
                Records.json("{email:'" + username + "@example.org',realmRoles:['chief']}"),
                Records.json("{username:'" + username + "',clientRoles:{shop:[]}}"),
                Records.json("{organization:'acme',department:'/once',realmRoles:['writer']}"),
                Records.json("{department:'once',realmRoles:['chief']}").put("organization", organization));

        ImportAnswer answer =
                realm.imports().post("role-mappings?results=all&ifExists=overwrite", Records.lines(lines));

        assertThat(answer.outcomes().values())
                .containsExactly(
                        "updated",
                        "duplicate_in_input /email",
                        "duplicate_in_input /username",
                        "added",
                        "duplicate_in_input /department");
        assertThat(rolesOf(user(username))).contains("writer", "buyer").doesNotContain("chief", "reader");
    }

    @Test
    void laterChunksOverwriteWhatEarlierOnesWrote() throws IOException {
        String username = holder();
        List<ObjectNode> lines = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            String role = i % 2 == 0 ? "writer" : "chief";
            lines.add(Records.json("{username:'" + username + "',realmRoles:['" + role + "']}"));
        }

        ImportAnswer answer = realm.imports()
                .post("role-mappings?chunkSize=1&parallelism=4&ifExists=overwrite", Records.lines(lines));

        assertThat(answer.count("updated")).as("%s", answer.lines()).isEqualTo(40);
        assertThat(rolesOf(user(username))).contains("chief").doesNotContain("writer");
    }

    @Test
    void aServiceAccountIsAUserToo() throws IOException {
        admin.post(
                realm.path("clients"),
                Map.of("clientId", "robot", "serviceAccountsEnabled", true, "publicClient", false));

        ImportAnswer answer = realm.imports()
                .post(
                        "role-mappings",
                        Records.lines(
                                List.of(Records.json("{username:'service-account-robot',realmRoles:['writer']}"))));

        assertThat(answer.count("added")).as("%s", answer.lines()).isEqualTo(1);
        String account = admin.get(realm.path("clients/" + realm.clientId("robot") + "/service-account-user"))
                .get("id")
                .asText();
        assertThat(rolesOf(realm.path("users/" + account))).contains("writer");
    }

    @Test
    void aRecordIsAboutAllTheNamesItGives() throws IOException {
        String username = holder();
        String other = holder();
        String id = realm.userId(username);
        List<ObjectNode> lines = List.of(
                Records.json("{userId:'" + id + "',realmRoles:['writer']}"),
                Records.json("{userId:'" + id + "',username:'" + username + "',realmRoles:['chief']}"),
                Records.json("{userId:'" + id + "',username:'" + other + "',realmRoles:['visitor']}"),
                Records.json("{username:'" + username + "',email:'" + other + "@example.org',realmRoles:['chief']}"),
                Records.json("{userId:'none',realmRoles:['chief']}"),
                Records.json("{group:'/none',realmRoles:['chief']}"),
                Records.json("{group:'/guests',username:'" + username + "',realmRoles:['chief']}"));

        ImportAnswer answer = realm.imports().post("role-mappings?results=all", Records.lines(lines));

        assertThat(answer.outcomes().values())
                .containsExactly(
                        "added",
                        "added",
                        "conflict /username",
                        "conflict /email",
                        "unknown_user /userId",
                        "unknown_group /group",
                        "invalid /group");
    }

    @Test
    void removalTakesAwayWhatARecordNamesAndNothingElse() throws IOException {
        String username = holder();
        map(
                realm.path("groups/"
                        + admin.get(realm.path("group-by-path/guests"))
                                .get("id")
                                .asText()),
                "writer",
                "seller");
        List<ObjectNode> lines = List.of(
                Records.json("{username:'" + username + "',realmRoles:['reader','writer']}"),
                Records.json("{username:'" + username + "',realmRoles:['reader'],clientRoles:{shop:['buyer','none']}}"),
                Records.json("{username:'" + username + "',realmRoles:['reader']}"),
                Records.json("{username:'" + username + "',realmRoles:['none'],clientRoles:{none:['none']}}"),
                Records.json("{username:'nobody-at-all',realmRoles:['reader']}"),
                Records.json("{group:'/none-at-all',realmRoles:['reader']}"),
                Records.json("{group:'/guests',realmRoles:['writer']}"),
                Records.json("{username:'" + username + "'}"));
        String path = "role-mappings?op=remove&results=all";

        ImportAnswer dry = realm.imports().post(path + "&dryRun=true&chunkSize=1", Records.lines(lines));
        Set<String> before = rolesOf(user(username));
        ImportAnswer answer = realm.imports().post(path + "&chunkSize=3", Records.lines(lines));

        assertThat(answer.outcomes().values())
                .containsExactly(
                        "removed", "removed", "skipped", "skipped", "skipped", "skipped", "removed", "missing ");
        assertThat(dry.outcomes()).isEqualTo(answer.outcomes());
        assertThat(before).contains("reader", "buyer", "visitor");
        assertThat(rolesOf(user(username))).containsExactly("default-roles-role-mappings", "visitor");
        assertThat(rolesOf(realm.path("groups/"
                        + admin.get(realm.path("group-by-path/guests"))
                                .get("id")
                                .asText())))
                .containsExactly("seller");
        assertThat(realm.imports()
                        .post(path, Records.lines(lines.subList(0, 2)))
                        .count("skipped"))
                .isEqualTo(2);
    }

    @Test
    void removalsOfTheSameAtOneMomentRemoveOnce() throws Exception {
        List<ObjectNode> lines = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            lines.add(Records.json("{username:'" + holder() + "',realmRoles:['reader'],clientRoles:{shop:['buyer']}}"));
        }
        List<ObjectNode> reversed = new ArrayList<>(lines);
        java.util.Collections.reverse(reversed);
        var bodies = new java.util.concurrent.ConcurrentLinkedQueue<>(List.of(lines, reversed));

        List<ImportAnswer> answers = ConcurrentCalls.run(
                2, () -> realm.imports().post("role-mappings?op=remove&chunkSize=7", Records.lines(bodies.remove())));

        answers.forEach(answer -> assertThat(answer.addsUp().count("rejected"))
                .as("%s", answer.lines())
                .isZero());
        assertThat(answers.stream().mapToLong(answer -> answer.count("removed")).sum())
                .isEqualTo(20);
    }

    /** Creates a user with the roles reader and visitor, and the client role buyer of shop. */
    private static String holder() {
        String username = "holder-" + ++count;
        admin.post(realm.path("users"), Map.of("username", username, "email", username + "@example.org"));
        map(user(username), "reader", "buyer");
        admin.post(user(username) + "/role-mappings/realm", List.of(admin.get(realm.path("roles/visitor"))));
        return username;
    }

    private static void map(String owner, String ofRealm, String ofShop) {
        String shop = "clients/" + realm.clientId("shop");
        admin.post(owner + "/role-mappings/realm", List.of(admin.get(realm.path("roles/" + ofRealm))));
        admin.post(owner + "/role-mappings/" + shop, List.of(admin.get(realm.path(shop + "/roles/" + ofShop))));
    }

    private static String user(String username) {
        return realm.path("users/" + realm.userId(username));
    }

    /** Names of all roles, of the realm and of clients. */
    private static Set<String> rolesOf(String owner) {
        return new TreeSet<>(admin.get(owner + "/role-mappings").findValuesAsText("name"));
    }
}
