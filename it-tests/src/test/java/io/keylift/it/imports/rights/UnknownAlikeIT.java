// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Law 8: whoever may not view an object does not learn whether it exists. A request that names it has the answer of one
 * that names nothing, byte by byte.
 */
@OnSharedServer
class UnknownAlikeIT {

    private static final String REALM = "unknown-alike";

    /** Stands for the name of an object that the caller may not view, and of one that does not exist. */
    private static final String NAME = "NAME";

    private static final String HIDDEN = "hidden";
    private static final String ABSENT = "absent";

    /** Name of things with which the caller may do everything. */
    private static final String OWN = "own";

    private static final Map<String, List<String>> OBJECTS = new LinkedHashMap<>();

    static {
        OBJECTS.put("capabilities", List.of("{name:'NAME',source:'NAME'}"));
        OBJECTS.put("organizations", List.of("{name:'NAME',alias:'NAME',domains:[{name:'NAME.example'}]}"));
        OBJECTS.put("departments", List.of("{organization:'NAME',path:'/NAME'}"));
        OBJECTS.put(
                "clients",
                List.of(
                        "{clientId:'NAME',serviceAccountsEnabled:true,authorizationServicesEnabled:true}",
                        "{clientId:'NAME-plain'}"));
        OBJECTS.put("roles", List.of("{name:'NAME',client:'NAME'}", "{name:'NAME-of-realm'}"));
        OBJECTS.put("groups", List.of("{path:'/NAME',realmRoles:['auditor']}"));
        OBJECTS.put(
                "users",
                List.of("{username:'NAME',email:'NAME@mail.example',groups:['/NAME'],realmRoles:['auditor'],"
                        + "organizations:[{alias:'NAME'}]}"));
    }

    private static Callers realm;
    private static final Map<String, AdminHttp> CALLERS = new TreeMap<>();

    @BeforeAll
    static void realm(SharedServer server) throws IOException {
        realm = FineGrainedPermissions.realm(server, REALM);
        for (Map.Entry<String, List<String>> kind : OBJECTS.entrySet()) {
            for (String record : kind.getValue()) {
                add(kind.getKey(), record.replace(NAME, OWN), record.replace(NAME, HIDDEN));
            }
        }
        add(
                "users",
                "{username:'with-hidden',organizations:[{alias:'hidden'}],realmRoles:['auditor'],"
                        + "clientRoles:{hidden:['hidden']},clientConsents:[{clientId:'hidden'}]}",
                "{username:'with-absent'}");
        keepDiary(server);
        CALLERS.put("delegate", delegate());
        for (String role : List.of("view-users", "manage-users", "manage-authorization", "manage-identity-providers")) {
            CALLERS.put(role, realm.with(role));
        }
    }

    private static void add(String kind, String... records) throws IOException {
        assertThat(realm.importing(realm.admin())
                        .post(
                                kind,
                                Stream.of(records)
                                        .map(record -> Records.json(record).toString())
                                        .toList())
                        .count("added"))
                .as(kind)
                .isEqualTo(records.length);
    }

    /** An attribute that the user profile does not show to administrators. */
    private static void keepDiary(SharedServer server) {
        ObjectNode profile = (ObjectNode) realm.admin().get(realm.path("users/profile"));
        profile.withArray("attributes")
                .addPOJO(Map.of(
                        "name", "diary", "permissions", Map.of("view", List.of("user"), "edit", List.of("user"))));
        realm.admin().put(realm.path("users/profile"), profile);
        try (Sql sql = new Sql(server.database())) {
            sql.execute("insert into user_attribute (id, name, value, user_id) values ('diary-of-hidden', 'diary',"
                    + " 'secret', '" + realm.userId("with-hidden") + "')");
        }
    }

    private static AdminHttp delegate() {
        AdminHttp delegate = realm.with("query-users", "query-groups", "query-clients", "query-organizations");
        String id = realm.admin()
                .get(realm.path("users?search=caller-"))
                .at("/0/id")
                .asText();
        FineGrainedPermissions permissions = new FineGrainedPermissions(realm, id);
        String[] ofUsers = {"view", "manage", "map-roles", "manage-group-membership"};
        permissions.allow("Users", ofUsers);
        permissions.deny("Users", realm.userId(HIDDEN), ofUsers);
        String[] ofGroups = {"view", "manage", "view-members", "manage-membership"};
        permissions.allow("Groups", ofGroups);
        permissions.deny("Groups", groupId(HIDDEN), ofGroups);
        permissions.allow("Organizations", "view", "manage");
        permissions.deny("Organizations", realm.organizationId("hidden.example"), "view", "manage");
        permissions.allowOne("Clients", realm.clientId(OWN), "view", "manage", "map-roles");
        permissions.allowOne(
                "Roles",
                realm.admin().get(realm.path("roles/auditor")).get("id").asText(),
                "map-role");
        return delegate;
    }

    private static String groupId(String name) {
        return realm.admin()
                .get(realm.path("groups?exact=true&search=" + name))
                .at("/0/id")
                .asText();
    }

    @Test
    void law8_whatNamesSomethingThatTheCallerMayNotViewNamesNothing() {
        Map<List<String>, List<String>> bodies = new LinkedHashMap<>();
        for (String line : Records.lines("unknown-alike.txt")) {
            String[] parts = line.split(" ", 3);
            bodies.computeIfAbsent(List.of(parts[0], parts[1]), call -> new ArrayList<>())
                    .add(parts[2]);
        }
        assertSoftly(softly -> bodies.forEach((call, records) -> requests(call.get(1), records)
                .forEach((path, all) -> all.forEach(body -> {
                    AdminHttp caller = CALLERS.get(call.get(0));
                    softly.assertThat(answer(caller, path, body, HIDDEN))
                            .as("%s %s %s", call.get(0), path, body)
                            .isEqualTo(answer(caller, path, body, ABSENT).replace(ABSENT, HIDDEN));
                }))));
    }

    /** Records that do not need a chunk of their own go in one request, each in its chunk. */
    private static Map<String, List<String>> requests(String call, List<String> records) {
        if (call.contains("/")) {
            return Map.of(call, records);
        }
        String path = "bulk-import/" + call + (call.contains("?") ? "&" : "?") + "results=all"
                + (call.contains("op=verify") ? "" : "&dryRun=true");
        Map<Boolean, List<String>> pairs =
                records.stream().collect(Collectors.partitioningBy(record -> record.contains("} {")));
        Map<String, List<String>> requests = new LinkedHashMap<>();
        requests.put(path, pairs.get(true));
        requests.put(path + "&chunkSize=1", List.of(String.join(" ", pairs.get(false))));
        return requests;
    }

    private static String answer(AdminHttp caller, String path, String body, String name) {
        boolean exists = name.equals(HIDDEN);
        String none = "00000000-0000-4000-8000-000000000000";
        String named = body.replace(NAME, name)
                .replace("ID-OF-USER", exists ? realm.userId(HIDDEN) : none)
                .replace("ID-OF-ORGANIZATION", exists ? realm.organizationId("hidden.example") : none);
        String lines = Stream.of(named.split("(?<=}) (?=\\{)"))
                .map(record -> Records.json(record).toString())
                .collect(Collectors.joining("\n"));
        String type = path.startsWith("capabilities") ? "application/json" : "application/x-ndjson";
        HttpResponse<String> response = caller.send("POST", realm.path(path), Map.of("Content-Type", type), lines);
        if (path.startsWith("bulk") && !path.contains("op=verify")) {
            assertThat(response.statusCode()).as(path + response.body()).isEqualTo(200);
        }
        return response.statusCode() + " "
                + response.body()
                        .replaceAll("\"(seconds|recordsPerSecond|millis)\":[-0-9.E]+", "\"$1\":0")
                        .replaceAll("[-0-9a-f]{36}", "ID")
                        .replaceAll("\"createdTimestamp\":\\d+", "\"createdTimestamp\":0");
    }
}
