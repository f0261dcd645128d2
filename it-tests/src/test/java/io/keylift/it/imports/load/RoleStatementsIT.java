// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.StatementCounts;
import io.keylift.it.imports.support.StatementCounts.Run;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Law 4 for the most difficult roles and role mappings. Each record names a client and roles that no other record
 * names. Some have names of admin roles, and some are created by other records of the chunk.
 */
@OnSharedServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoleStatementsIT {

    private static final int SMALL = 40;
    private static final int LARGE = 200;
    private static final int ROLES = 100;
    private static final int CLIENTS = 4 * LARGE;

    private TwinRealm realm;
    private final Map<String, Integer> next = new HashMap<>();
    private int version;

    @BeforeAll
    void realm(SharedServer server) throws IOException {
        realm = TwinRealm.create(server, "role-statements", Map.of()).withOrganizations("acme");
        List<String> clients = new ArrayList<>();
        List<String> roles = new ArrayList<>();
        List<String> users = new ArrayList<>();
        List<String> departments = new ArrayList<>();
        for (int i = 0; i < ROLES; i++) {
            roles.add("{\"name\":\"base-" + i + "\"}");
            roles.add("{\"name\":\"version-" + i + "\"}");
        }
        for (int i = 0; i < CLIENTS; i++) {
            clients.add("{\"clientId\":\"app-" + i + "\"}");
            // The role grants no right.
            roles.add("{\"name\":\"manage-users\",\"client\":\"app-" + i + "\"}");
            roles.add("{\"name\":\"other\",\"client\":\"app-" + i + "\"}");
            users.add("{\"username\":\"holder-" + i + "\"}");
            departments.add("{\"organization\":\"acme\",\"path\":\"/unit-" + i + "\"}");
        }
        assertThat(realm.imports().post("clients", clients).count("added")).isEqualTo(clients.size());
        assertThat(realm.imports().post("roles", roles).count("added")).isEqualTo(roles.size());
        assertThat(realm.imports().post("users", users).count("added")).isEqualTo(users.size());
        assertThat(realm.imports().post("departments", departments).count("added"))
                .isEqualTo(departments.size());
        try (Sql sql = new Sql(server.database())) {
            StatementCounts.enable(sql);
        }
    }

    static Stream<Arguments> ways() {
        return Stream.of("roles", "role-mappings")
                .flatMap(kind -> Stream.of("fail", "skip", "overwrite", "merge").map(way -> Arguments.of(kind, way)));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void law4_aLargeChunkTakesTheStatementsOfASmallOne(String kind, String ifExists, SharedServer server)
            throws IOException {
        try (Sql sql = new Sql(server.database())) {
            List<StatementCounts> both =
                    StatementCounts.ofTwo(chunk(sql, kind, ifExists, SMALL), chunk(sql, kind, ifExists, LARGE));
            StatementCounts small = both.get(0);
            StatementCounts large = both.get(1);

            assertThat(large.readings()).isNotEmpty().containsExactlyInAnyOrderEntriesOf(small.readings());
            assertThat(large.writings().keySet()).isEqualTo(small.writings().keySet());
        }
    }

    private Run chunk(Sql sql, String kind, String ifExists, int size) throws IOException {
        boolean existing = !ifExists.equals("fail");
        int first = existing ? take(kind, size) : 0;
        if (existing) {
            post(kind, "fail", "added", records(kind, first, size));
        }
        return () -> StatementCounts.once(
                sql,
                () -> {
                    version++;
                    List<ObjectNode> records = records(kind, existing ? first : take(kind, size), size);
                    if (existing && !ifExists.equals("skip")) {
                        records.forEach(record -> change(kind, record));
                    }
                    return records;
                },
                records -> post(
                        kind, ifExists, ifExists.equals("skip") ? "skipped" : existing ? "updated" : "added", records));
    }

    private int take(String kind, int size) {
        return next.merge(kind, size, Integer::sum) - size;
    }

    private void post(String kind, String ifExists, String outcome, List<ObjectNode> records) throws IOException {
        ImportAnswer answer = realm.imports()
                .post(kind + "?parallelism=1&chunkSize=" + LARGE + "&ifExists=" + ifExists, Records.lines(records));
        assertThat(answer.count(outcome)).as("%s", answer.rejects()).isEqualTo(records.size());
        assertThat(answer.chunks()).hasSize(1);
    }

    /** Records from one number on; each client and each user serves in turn, and gets something else every time. */
    private static List<ObjectNode> records(String kind, int first, int count) {
        List<ObjectNode> records = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            int other = i + 1 < first + count ? i + 1 : first;
            records.add(kind.equals("roles") ? role(i, other) : mapping(i));
        }
        return records;
    }

    /** A role that the record before it is composed of, too. */
    private static ObjectNode role(int number, int other) {
        return Records.json("{name:'made-%d',client:'app-%d',description:'New',attributes:{a:['1']}}"
                        .formatted(number, number % CLIENTS))
                .set(
                        "composites",
                        Records.json("{client:{'app-%d':['made-%d','manage-users'],'app-%d':['manage-users','other']}}"
                                .formatted(other % CLIENTS, other, (number + 2) % CLIENTS)));
    }

    /** Roles of a user or, for one number in four, of a department. */
    private static ObjectNode mapping(int number) {
        String subject = number % 4 == 0 ? "organization:'acme',department:'/unit-%d'" : "username:'holder-%d'";
        return Records.json(("{" + subject + ",realmRoles:['base-%d'],clientRoles:{'app-%d':['%s']}}")
                .formatted(
                        number % CLIENTS,
                        number / CLIENTS,
                        number % CLIENTS,
                        number / CLIENTS % 2 == 0 ? "manage-users" : "other"));
    }

    private void change(String kind, ObjectNode record) {
        if (kind.equals("roles")) {
            record.put("description", "Version " + version);
            record.withObject("/attributes").putArray("a").add("v" + version);
        } else {
            record.withArray("realmRoles").add("version-" + version % ROLES);
        }
    }
}
