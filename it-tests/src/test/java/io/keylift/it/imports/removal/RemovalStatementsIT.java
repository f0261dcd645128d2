// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.StatementCounts;
import io.keylift.it.tenant.SampleTenant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Law 4 for removals: the number of statements depends neither on the number of users or capabilities in a chunk nor on
 * their data, and with other objects not on the number of users who have them.
 */
@OnSharedServer
class RemovalStatementsIT {

    private static final String REALM = "removal-statements";
    private static final int SMALL = 100;
    private static final int LARGE = 1000;

    /** A difference counts if it stays: what the server does by itself can fall into the run of one size. */
    private static final int TRIES = 5;

    private static final List<String> BELONGINGS = List.of(
            "insert into offline_user_session (user_session_id, user_id, realm_id, created_on, last_session_refresh,"
                    + " offline_flag, data) select left('s-' || u.id, 36), u.id, u.realm_id, 1, 1, '1', '{}' <users>",
            "insert into offline_client_session (user_session_id, client_id, client_storage_provider,"
                    + " external_client_id, offline_flag, timestamp, data)"
                    + " select left('s-' || u.id, 36), 'c', 'local', 'local', '1', 1, '{}' <users>",
            "insert into resource_server_resource (id, name, owner, resource_server_id, owner_managed_access)"
                    + " select u.id, u.id, u.id, s.id, true <users, resource_server s>",
            "insert into resource_uris (resource_id, value) select u.id, '/' <users>",
            "insert into resource_attribute (id, name, value, resource_id) select u.id, 'a', 'v', u.id <users>",
            "insert into resource_server_policy (id, name, type, decision_strategy, logic, resource_server_id, owner)"
                    + " select left('p-' || u.id, 36), 'p-' || u.id, 'uma', 1, 0, s.id, u.id <users, resource_server"
                    + " s>",
            "insert into resource_policy (resource_id, policy_id) select u.id, left('p-' || u.id, 36) <users>",
            "insert into resource_server_policy (id, name, type, decision_strategy, logic, resource_server_id, owner)"
                    + " select left('a-' || u.id, 36), 'a-' || u.id, 'user', 1, 0, s.id, u.id <users, resource_server"
                    + " s>",
            "insert into associated_policy (policy_id, associated_policy_id)"
                    + " select left('p-' || u.id, 36), left('a-' || u.id, 36) <users>",
            "insert into policy_config (policy_id, name, value) select left('a-' || u.id, 36), 'users', '[]' <users>",
            "insert into resource_server_perm_ticket (id, owner, requester, created_timestamp, resource_id,"
                    + " resource_server_id, policy_id)"
                    + " select u.id, u.id, 'somebody', 1, u.id, s.id, left('p-' || u.id, 36) <users, resource_server"
                    + " s>");

    /** Gives the users of {@link #HELD} with the first numbers an object of a kind. */
    private static final Map<String, String> HOLD = Map.of(
            "roles",
            "insert into user_role_mapping (user_id, role_id)"
                    + " select u.id, o.id from keycloak_role o <users> and o.name",
            "groups",
            "insert into user_group_membership (user_id, group_id, membership_type)"
                    + " select u.id, o.id, 'UNMANAGED' from keycloak_group o <users> and o.name",
            "clients",
            "insert into user_role_mapping (user_id, role_id) select u.id, r.id from keycloak_role r"
                    + " join client o on o.id = r.client <users> and o.client_id");

    private static final String HELD = "removal-statements-held";

    private static final SampleTenant TENANT = new SampleTenant(5, 50, 100_000);

    private static ImportClient client;
    private static ImportClient held;
    private static int next;

    @BeforeAll
    static void realm(SharedServer server) throws IOException {
        TestRealms.createForTenant(server.admin(), REALM);
        client = new ImportClient(server.admin(), REALM);
        server.admin()
                .post(
                        "/admin/realms/" + REALM + "/clients",
                        Map.of(
                                "clientId",
                                "vault",
                                "serviceAccountsEnabled",
                                true,
                                "authorizationServicesEnabled",
                                true));
        held = ImportClient.inNewRealm(server, HELD);
        held.post("users", lines(LARGE, i -> "{username:'holder-" + i + "'}"));
        client.post("organizations", ImportClient.NDJSON, TENANT::writeOrganizations);
        try (Sql sql = new Sql(server.database())) {
            StatementCounts.enable(sql);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void law4_removingAThousandTakesTheStatementsOfRemovingAHundred(boolean withBelongings, SharedServer server)
            throws IOException {
        try (Sql sql = new Sql(server.database())) {
            Map<String, Long> large = assertEqual(count -> removal(sql, count, withBelongings));

            assertThat(large.keySet()).anyMatch(shape -> shape.contains("delete from user_entity"));
            assertThat(large.keySet().stream().anyMatch(shape -> shape.startsWith("delete from policy_config")))
                    .isEqualTo(withBelongings);
            assertThat(large.values().stream().mapToLong(Long::longValue).sum())
                    .as("statements of one chunk: %s", large)
                    .isLessThan(withBelongings ? 90 : 60);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"roles", "groups", "clients"})
    void law4_whatAThousandHaveTakesTheStatementsOfWhatAHundredHave(String kind, SharedServer server)
            throws IOException {
        try (Sql sql = new Sql(server.database())) {
            assertEqual(count -> removal(sql, kind, () -> List.of(held(sql, kind, count))));
        }
    }

    /** Each capability is assigned to a user of its own. */
    @ParameterizedTest
    @ValueSource(strings = {"capabilities", "user-capabilities"})
    void law4_removingAThousandCapabilitiesTakesTheStatementsOfRemovingAHundred(String kind, SharedServer server)
            throws IOException {
        try (Sql sql = new Sql(server.database())) {
            Map<String, Long> large = assertEqual(count -> removal(sql, kind, () -> {
                List<String> assignments = lines(count, i -> "{username:'holder-" + i + "',add:['held-" + i + "']}");
                List<String> capabilities = lines(count, i -> "{name:'held-" + i + "'}");
                held.post("capabilities?ifExists=skip", capabilities);
                held.post("user-capabilities", assignments);
                return kind.equals("capabilities") ? capabilities : assignments;
            }));

            assertThat(large.keySet()).anyMatch(shape -> shape.startsWith("delete from keylift_capability_assignment"));
        }
    }

    /** A removal of a number of users or records; returns its statements by kind of statement. */
    private interface Removal {
        Map<String, Long> statements(int count) throws IOException;
    }

    /** Returns the statements of the large one. */
    private static Map<String, Long> assertEqual(Removal removal) throws IOException {
        Map<String, Long> small = removal.statements(SMALL);
        Map<String, Long> large = removal.statements(LARGE);
        for (int tries = 1; tries < TRIES && !large.equals(small); tries++) {
            System.out.println("Statements of " + SMALL + ": " + small + ", of " + LARGE + ": " + large);
            small = removal.statements(SMALL);
            large = removal.statements(LARGE);
        }
        assertThat(large).isEqualTo(small);
        return large;
    }

    /** Adds an object that so many users have, and returns the record that names it. */
    private static String held(Sql sql, String kind, int count) throws IOException {
        String name = "held-" + next++;
        String key =
                Map.of("roles", "name", "groups", "path", "clients", "clientId").get(kind);
        String record = "{\"" + key + "\":\"" + (kind.equals("groups") ? "/" : "") + name + "\"}";
        assertThat(held.post(kind, List.of(record)).count("added")).isEqualTo(1);
        if (kind.equals("clients")) {
            held.post("roles", List.of("{\"name\":\"own\",\"client\":\"" + name + "\"}"));
        }
        String users = "join realm on realm.id = o.realm_id and realm.name = '" + HELD + "'"
                + " join user_entity u on u.realm_id = realm.id"
                + " where u.username in (select 'holder-' || n from generate_series(0, " + (count - 1) + ") n)";
        sql.execute(HOLD.get(kind).replace("<users>", users) + " = '" + name + "'");
        return record;
    }

    private static List<String> lines(int count, IntFunction<String> record) {
        return IntStream.range(0, count)
                .mapToObj(record)
                .map(line -> line.replace('\'', '"').replaceAll("([{,])(\\w+):", "$1\"$2\":"))
                .toList();
    }

    /** Adds what is removed, and returns the records that name it. */
    private interface Addition {
        List<String> records() throws IOException;
    }

    /** Rows of assignments are deleted in one batch, which counts as one statement. */
    private static Map<String, Long> removal(Sql sql, String kind, Addition addition) throws IOException {
        Supplier<List<String>> input = () -> {
            try {
                return addition.records();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
        Map<String, Long> calls = calls(StatementCounts.once(sql, input, records -> {
            ImportAnswer answer = held.post(kind + "?op=remove&parallelism=1&chunkSize=" + LARGE, records);
            assertThat(answer.count("removed")).as("%s", answer.rejects()).isEqualTo(records.size());
        }));
        calls.replaceAll((shape, count) -> shape.startsWith("delete from keylift_capability_assignment") ? 1 : count);
        return calls;
    }

    private static Map<String, Long> calls(StatementCounts statements) {
        return statements.byShape().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, shape -> shape.getValue().calls()));
    }

    /** Calls by statement of the removal of so many in one chunk. */
    private static Map<String, Long> removal(Sql sql, int count, boolean withBelongings) throws IOException {
        int first = next;
        next += count;
        assertThat(client.post("users", persons(first, count)).count("added")).isEqualTo(count);
        if (withBelongings) {
            String users = "from user_entity u join realm r on r.id = u.realm_id$1"
                    + " where r.name = '" + REALM + "' and u.service_account_client_link is null"
                    + " and not exists (select 1 from resource_server_perm_ticket t where t.id = u.id)";
            BELONGINGS.forEach(insert -> sql.execute(insert.replaceAll("<users(, resource_server s)?>", users)
                    .replace(
                            ", resource_server s where",
                            ", resource_server s, client v where v.id = s.id and v.client_id"
                                    + " = 'vault' and v.realm_id = u.realm_id and")));
        }
        StatementCounts statements = StatementCounts.once(sql, () -> persons(first, count), persons -> {
            ImportAnswer answer = client.post("users?op=remove&parallelism=1&chunkSize=" + LARGE, persons);
            assertThat(answer.chunks()).hasSize(1);
            assertThat(answer.count("removed")).isEqualTo(count);
        });
        return calls(statements);
    }

    private static List<String> persons(int first, int count) {
        return IntStream.range(first, first + count).mapToObj(TENANT::person).toList();
    }
}
