// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.kinds.RolesContract;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.RowComparison;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.imports.support.TwinRealmPair;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules specific to roles: composites in any order, client roles, and the default role. */
@OnSharedServer
class RolesIT {

    private static final long SEED = Long.getLong("keylift.roles.seed", 26L);
    private static final RolesContract ROLES = new RolesContract();

    @ParameterizedTest
    @ValueSource(ints = {1, 6, 1000})
    void law5_theOrderOfLinesMakesNoDifference(int chunkSize, SharedServer server) throws IOException {
        TwinRealmPair pair = TwinRealmPair.of(server, ROLES, "ordered-" + chunkSize);
        List<ObjectNode> taken = new ArrayList<>(ROLES.examples());
        taken.removeIf(record -> ROLES.create(pair.one(), record).statusCode() != 201);
        List<ObjectNode> shuffled = new ArrayList<>(taken);
        Collections.shuffle(shuffled, new Random(SEED));

        ImportClient client = pair.other().imports();
        String body = Records.lines(Records.of(pair.other(), shuffled));

        ImportAnswer dry = client.post("roles?dryRun=true&chunkSize=" + chunkSize, body);
        ImportAnswer answer = client.post("roles?chunkSize=" + chunkSize, body);

        assertThat(dry.addsUp().count("added")).as("%s", dry.rejects()).isEqualTo(taken.size());

        assertThat(answer.addsUp().count("added"))
                .as("%s", answer.rejects())
                .isEqualTo(taken.size())
                .isGreaterThan(30);
        assertAlike(server, pair);
    }

    /** In small chunks no line of the circle finds the one it names until all have been read. */
    @ParameterizedTest
    @ValueSource(ints = {3, 1000})
    void law5_circlesAreMadeAsTheAdminApiMakesThem(int chunkSize, SharedServer server) throws IOException {
        TwinRealmPair pair = TwinRealmPair.of(server, ROLES, "circle-" + chunkSize);
        List<ObjectNode> circle = List.of(
                Records.json("{name:'first',composites:{realm:['second']}}"),
                Records.json("{name:'second',composites:{client:{shop:['third']}}}"),
                Records.json("{name:'third',client:'shop',composites:{realm:['first','second']}}"));
        circle.forEach(record -> ROLES.create(pair.one(), record.deepCopy().without("composites")));
        circle.forEach(record -> ROLES.overwrite(pair.one(), record));

        List<ObjectNode> stretched = new ArrayList<>();
        for (ObjectNode record : circle) {
            stretched.add(record);
            for (int i = 0; i < 5; i++) {
                ObjectNode filler = Records.json("{name:'filler-" + stretched.size() + "'}");
                stretched.add(filler);
                ROLES.create(pair.one(), filler);
            }
        }

        ImportAnswer answer = pair.other().imports().post("roles?chunkSize=" + chunkSize, Records.lines(stretched));

        assertThat(answer.addsUp().count("added")).as("%s", answer.lines()).isEqualTo(18);
        assertAlike(server, pair);
    }

    private static void assertAlike(SharedServer server, TwinRealmPair pair) {
        RowComparison.assertAlike(
                RealmRows.of(server.database(), pair.one().name()),
                RealmRows.of(server.database(), pair.other().name()),
                ROLES.tables());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1000})
    void aRoleThatIsNotMadeTakesThoseThatNameItAlong_andNobodyElse(int chunkSize, SharedServer server)
            throws IOException {
        TwinRealm realm = TwinRealm.create(server, "roles-chain-" + chunkSize, Map.of());

        ImportAnswer answer = realm.imports()
                .post(
                        "roles?results=all&chunkSize=" + chunkSize,
                        Records.lines(List.of(
                                Records.json("{name:'top',composites:{realm:['reader','middle']}}"),
                                Records.json("{name:'beside',composites:{realm:['reader']}}"),
                                Records.json("{name:'middle',composites:{client:{shop:['bottom']}}}"),
                                Records.json("{name:'bottom',client:'shop',composites:{realm:['none']}}"),
                                Records.json("{name:'ring-1',composites:{realm:['ring-2']}}"),
                                Records.json("{name:'ring-2',composites:{realm:['top','ring-1']}}"),
                                Records.json("{name:'reader',composites:{realm:['beside']}}"))));

        assertThat(answer.outcomes().values())
                .containsExactly(
                        "unknown_role /composites/realm/1",
                        "added",
                        "unknown_role /composites/client/shop/0",
                        "unknown_role /composites/realm/0",
                        "unknown_role /composites/realm/0",
                        "unknown_role /composites/realm/0",
                        "exists /name");
        assertThat(names(realm, "roles")).contains("beside").doesNotContain("top", "middle", "ring-1", "ring-2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {name:'by-id',clientRole:true,containerId:'<shop>'}               | added | shop
            {name:'both',client:'shop',containerId:'<stock>',clientRole:true} | conflict /containerId |
            {name:'of-realm',clientRole:false,containerId:'elsewhere'}        | added |
            {name:'unknown-client',client:'none'}                             | unknown_client /client |
            {name:'unknown-id',clientRole:true,containerId:'none'}            | unknown_client /containerId |
            {name:'no-client',clientRole:true}                                | missing /client |
            {name:'blank-client',client:' '}                                  | missing /client |
            {name:'no-client-role',client:'shop',clientRole:false}            | invalid /clientRole |
            {name:'open',containerId:'<shop>'}                                | missing /clientRole |
            {name:'of-unknown-client',composites:{client:{none:['reader']}}}  | unknown_client /composites/client/none |
            {name:'of-nobody',composite:false,composites:{realm:['reader']}}  | invalid /composite |
            {name:'id-of-another-role',id:'<reader>'}                         | conflict /id |
            {name:'id-of-a-client',id:'<shop>'}                               | added |
            """)
    void aRoleIsOneOfTheClientThatTheRecordNames(String record, String outcome, String client, SharedServer server)
            throws IOException {
        TwinRealm realm = containers(server);
        ObjectNode json = Records.json(record.replace("<shop>", realm.clientId("shop"))
                .replace("<stock>", realm.clientId("stock.room/1"))
                .replace(
                        "<reader>",
                        realm.admin().get(realm.path("roles/reader")).get("id").asText()));

        ImportAnswer answer = realm.imports().post("roles?results=all", Records.lines(List.of(json)));

        assertThat(answer.outcomes().values()).containsExactly(outcome);
        String container = client == null ? "roles" : "clients/" + realm.clientId(client) + "/roles";
        if (outcome.equals("added")) {
            assertThat(names(realm, container)).contains(json.get("name").asText());
        } else {
            assertThat(names(realm, "roles")).doesNotContain(json.get("name").asText());
        }
    }

    private static TwinRealm containers(SharedServer server) {
        TwinRealm realm = new TwinRealm(server.admin(), "roles-containers");
        boolean there = server.admin()
                        .send("GET", "/admin/realms/" + realm.name(), null)
                        .statusCode()
                == 200;
        return there ? realm : TwinRealm.create(server, realm.name(), Map.of());
    }

    @Test
    void theSameRoleNamedInTwoWaysIsARepetition(SharedServer server) throws IOException {
        TwinRealm realm = containers(server);

        ImportAnswer answer = realm.imports()
                .post(
                        "roles?results=all&ifExists=merge",
                        Records.lines(List.of(
                                Records.json("{name:'named-twice',client:'shop'}"),
                                Records.json("{name:'named-twice',clientRole:true,containerId:'"
                                        + realm.clientId("shop") + "',description:'Again'}"),
                                Records.json("{name:'named-twice'}"))));

        assertThat(answer.outcomes().values()).containsExactly("added", "duplicate_in_input /name", "added");
    }

    @ParameterizedTest
    @ValueSource(strings = {"overwrite", "merge"})
    void theDefaultRoleCanBeATarget(String ifExists, SharedServer server) throws IOException {
        TwinRealm realm = TwinRealm.create(server, "roles-default-" + ifExists, Map.of());
        String defaultRole = "default-roles-" + realm.name();
        Set<String> before = names(realm, "roles/" + defaultRole + "/composites/realm");

        ImportAnswer answer = realm.imports()
                .post(
                        "roles?ifExists=" + ifExists,
                        Records.lines(List.of(
                                Records.json("{name:'" + defaultRole
                                        + "',composites:{realm:['reader','welcome'],client:{shop:['buyer']}}}"),
                                Records.json("{name:'welcome'}"))));

        assertThat(answer.count("updated")).as("%s", answer.lines()).isEqualTo(1);
        Set<String> expected = new TreeSet<>(Set.of("reader", "welcome"));
        if (ifExists.equals("merge")) {
            expected.addAll(before);
        }
        assertThat(names(realm, "roles/" + defaultRole + "/composites/realm")).isEqualTo(expected);
        assertThat(names(realm, "roles/" + defaultRole + "/composites")).contains("buyer", "view-profile");
        assertThat(realm.admin()
                        .get("/admin/realms/" + realm.name())
                        .at("/defaultRole/name")
                        .asText())
                .isEqualTo(defaultRole);
    }

    /** By way, what becomes of a role and its composites; RoleTableTest has more ways. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            overwrite | {}                                     |        | a=1,b=2 | reader,writer,buyer,seller,keeper | updated
            overwrite | {composites:{realm:['reader']}}        |        | a=1,b=2 | reader,buyer,seller,keeper        | updated
            merge     | {attributes:{a:['3'],b:[]}}            | Old    | a=3     | reader,writer,buyer,seller,keeper | updated
            skip      | {description:'New'}                    | Old    | a=1,b=2 | reader,writer,buyer,seller,keeper | skipped
            fail      | {description:'New'}                    | Old    | a=1,b=2 | reader,writer,buyer,seller,keeper | exists /name
            """)
    void ifExistsDecidesWhatBecomesOfARole(
            String ifExists,
            String record,
            String description,
            String attributes,
            String composites,
            String outcome,
            SharedServer server)
            throws IOException {
        TwinRealm realm = containers(server);
        String name = "there-" + ifExists + "-" + Integer.toHexString(record.hashCode());
        ROLES.create(
                realm,
                Records.json("{name:'" + name + "',description:'Old',attributes:{a:['1'],b:['2']},"
                        + "composites:{realm:['reader','writer'],client:{shop:['buyer','seller'],"
                        + "'stock.room/1':['keeper']}}}"));

        ImportAnswer answer = realm.imports()
                .post(
                        "roles?results=all&ifExists=" + ifExists,
                        Records.lines(List.of(Records.json(record).put("name", name))));

        assertThat(answer.outcomes().values()).containsExactly(outcome);
        JsonNode role = realm.admin().get(realm.path("roles/" + name));
        assertThat(role.path("description").asText(null)).isEqualTo(description);
        List<String> found = new ArrayList<>();
        role.get("attributes")
                .properties()
                .forEach(attribute -> found.add(
                        attribute.getKey() + "=" + attribute.getValue().get(0).asText()));
        assertThat(found).containsExactlyInAnyOrder(attributes.split(","));
        assertThat(names(realm, "roles/" + name + "/composites")).containsExactlyInAnyOrder(composites.split(","));
    }

    private static Set<String> names(TwinRealm realm, String path) {
        return new TreeSet<>(realm.admin().get(realm.path(path)).findValuesAsText("name"));
    }
}
