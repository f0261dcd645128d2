// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Details of {@code ids=prefer} for single kinds. */
@OnSharedServer
class PreferredIdsIT {

    private static TwinRealm realm;

    @AutoClose
    private static Sql sql;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = TwinRealm.create(server, "preferred-ids", Map.of());
        sql = new Sql(server.database());
    }

    @ParameterizedTest
    @ValueSource(strings = {"clients", "client-scopes"})
    void ofTwoMappersOfARecordTheFirstGetsTheId(String kind) throws IOException {
        String id = free();
        String a = kind + "-a";
        String b = kind + "-b";

        imports(kind, "ifExists=fail", "added", owner(kind, "two", mapper(a, id), mapper(b, id)));

        assertThat(mapper(a)).isEqualTo(id);
        assertThat(mapper(b)).isNotEqualTo(id).isNotEmpty();
    }

    /** A mapper of the same name keeps its id; another id of the record is as good as none. */
    @ParameterizedTest
    @ValueSource(strings = {"clients", "client-scopes"})
    void theIdOfAMapperThatStaysIsNotGivenToANewOne(String kind) throws IOException {
        for (String ifExists : List.of("overwrite", "merge")) {
            String old = kind + ifExists + "-old";
            String id = free();
            imports(kind, "ifExists=fail", "added", owner(kind, ifExists, mapper(old, id)));

            ObjectNode changed = owner(kind, ifExists, mapper(old, free()), mapper(old + "-new", id));
            imports(kind, "ifExists=" + ifExists, "updated", changed);

            assertThat(mapper(old)).isEqualTo(id);
            assertThat(mapper(old + "-new")).isNotEqualTo(id).isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"clients", "client-scopes"})
    void theIdOfAMapperThatTheRecordReplacesIsFree(String kind) throws IOException {
        String id = free();
        imports(kind, "ifExists=fail", "added", owner(kind, "replaced", mapper(kind + "-gone", id)));

        imports(kind, "ifExists=overwrite", "updated", owner(kind, "replaced", mapper(kind + "-heir", id)));

        assertThat(mapper(kind + "-heir")).isEqualTo(id);
    }

    /** Law 13: without an order of the chunks, the second record comes before the first has given up the id. */
    @ParameterizedTest
    @ValueSource(strings = {"clients", "client-scopes"})
    void law13_anIdThatAnEarlierRecordGivesUpIsFree(String kind) throws IOException {
        List<ObjectNode> before = new ArrayList<>();
        List<ObjectNode> records = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String name = kind + "-given-up-" + i;
            ids.add(free());
            before.add(owner(kind, name, mapper(name, ids.get(i))));
            records.add(owner(kind, name));
            records.add(owner(kind, name + "-heir", mapper(name + "-heir", ids.get(i))));
        }
        imports(kind, "ifExists=fail", "added", before.toArray(ObjectNode[]::new));

        ImportAnswer answer = post(kind, "ifExists=overwrite&chunkSize=1&parallelism=8", records);

        assertThat(answer.addsUp().rejects()).isEmpty();
        for (int i = 0; i < 20; i++) {
            assertThat(mapper(kind + "-given-up-" + i + "-heir")).isEqualTo(ids.get(i));
        }
    }

    @Test
    void anIdDoesNotMoveAGroup() throws IOException {
        String id = free();
        imports("groups", "ifExists=fail", "added", group("/stays", id));

        for (String ifExists : List.of("fail", "skip", "overwrite", "merge")) {
            imports("groups", "ifExists=" + ifExists, "added", group("/new-by-" + ifExists, id));
        }

        assertThat(groupId("stays")).isEqualTo(id);
        assertThat(groupId("new-by-overwrite")).isNotEqualTo(id).isNotEmpty();
    }

    @Test
    void aMissingParentGetsTheFreeIdOfItsOwnRecord() throws IOException {
        String id = free();

        imports("groups", "ifExists=fail&chunkSize=1", "added", group("/parent/child", null), group("/parent", id));

        assertThat(groupId("parent")).isEqualTo(id);
    }

    /** The credential is there already; a second one with a fresh id would be another device of the user. */
    @Test
    void aCredentialThatTheUserHasIsNotAddedAgain() throws IOException {
        String id = free();
        imports("users", "ifExists=fail", "added", user("again", "Old", id));

        imports("users", "ifExists=overwrite", "updated", user("again", "New", id));

        assertThat(credentials("again")).containsExactly(id);
    }

    @Test
    void ofTwoCredentialsOfARecordTheFirstGetsTheIdAndBothAreAdded() throws IOException {
        String id = free();

        imports("users", "ifExists=fail", "added", user("twice", "Old", id, id));

        assertThat(credentials("twice")).hasSize(2).containsOnlyOnce(id);
    }

    /** A reference to another object is no id that a record gives. */
    @Test
    void ignoredReferencesByIdKeepTheirMeaning() throws IOException {
        imports("users", "ifExists=fail", "added", user("referred", "Old"));
        String user = realm.userId("referred");
        String client = realm.clientId("shop");

        ImportAnswer mapping = realm.imports()
                .post("role-mappings?ids=ignore", List.of("{\"userId\":\"" + user + "\",\"realmRoles\":[\"writer\"]}"));
        ImportAnswer role = realm.imports()
                .post(
                        "roles?ids=ignore",
                        List.of("{\"name\":\"packer\",\"clientRole\":true,\"containerId\":\"" + client + "\"}"));

        assertThat(mapping.addsUp().rejects()).isEmpty();
        assertThat(role.addsUp().rejects()).isEmpty();
        assertThat(realm.roleId("clients/" + client + "/roles/packer")).isNotEmpty();
    }

    private static String free() {
        return UUID.randomUUID().toString();
    }

    private static void imports(String kind, String query, String outcome, ObjectNode... records) throws IOException {
        ImportAnswer answer = post(kind, query, List.of(records));
        assertThat(answer.addsUp().count(outcome)).as("%s", answer.lines()).isEqualTo(records.length);
    }

    private static ImportAnswer post(String kind, String query, List<ObjectNode> records) throws IOException {
        return realm.imports().post(kind + "?ids=prefer&" + query, Records.lines(records));
    }

    private static ObjectNode owner(String kind, String name, ObjectNode... mappers) {
        ObjectNode record = Records.json("{protocol:'openid-connect',protocolMappers:[]}");
        record.put(kind.equals("clients") ? "clientId" : "name", name)
                .withArray("protocolMappers")
                .addAll(List.of(mappers));
        return record;
    }

    private static ObjectNode mapper(String name, String id) {
        return Records.json("{protocol:'openid-connect',protocolMapper:'oidc-sub-mapper'}")
                .put("name", name)
                .put("id", id);
    }

    /** Id of the only mapper with this name. */
    private static String mapper(String name) {
        List<String> ids = sql.strings("select id from protocol_mapper where name = ?", name);
        assertThat(ids).as(name).hasSize(1);
        return ids.get(0);
    }

    private static ObjectNode group(String path, String id) {
        return Records.json("{path:'" + path + "'}").put("id", id);
    }

    private static String groupId(String path) {
        JsonNode group = realm.admin().get(realm.path("group-by-path/" + path));
        return group.get("id").asText();
    }

    /** A user with one-time passwords of these ids. */
    private static ObjectNode user(String name, String lastName, String... ids) {
        ObjectNode user = Records.json("{firstName:'Pat',enabled:true,credentials:[]}")
                .put("username", name)
                .put("email", name + "@example.org")
                .put("lastName", lastName);
        for (String id : ids) {
            user.withArray("credentials")
                    .addObject()
                    .put("type", "otp")
                    .put("id", id)
                    .put("secretData", "{\"value\":\"JBSWY3DPEHPK3PXP\"}")
                    .put(
                            "credentialData",
                            "{\"subType\":\"totp\",\"digits\":6,\"counter\":0,"
                                    + "\"period\":30,\"algorithm\":\"HmacSHA1\"}");
        }
        return user;
    }

    private static List<String> credentials(String username) {
        return sql.strings("select id from credential where user_id = ?", realm.userId(username));
    }
}
