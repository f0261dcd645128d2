// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.StatementCounts;
import io.keylift.it.tenant.SampleTenant;
import io.keylift.it.tenant.TenantRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Law 4 for removals: the number of statements depends neither on the number of users in a chunk nor on their data. */
@OnSharedServer
class RemovalStatementsIT {

    private static final String REALM = "removal-statements";
    private static final int SMALL = 100;
    private static final int LARGE = 1000;

    /** As often as {@link StatementCounts#ofOne} runs something. */
    private static final int RUNS = 3;

    /** A difference counts if it stays: what the server does by itself can fall into the runs of one size. */
    private static final int TRIES = 3;

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

    private static final SampleTenant TENANT = new SampleTenant(5, 50, 100_000);

    private static ImportClient client;
    private static int next;

    @BeforeAll
    static void realm(SharedServer server) throws IOException {
        TenantRealm.create(server.admin(), REALM);
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
            Map<String, Long> small = removal(sql, SMALL, withBelongings);
            Map<String, Long> large = removal(sql, LARGE, withBelongings);
            for (int tries = 1; tries < TRIES && !large.equals(small); tries++) {
                System.out.println("Statements of " + SMALL + " users: " + small + ", of " + LARGE + ": " + large);
                small = removal(sql, SMALL, withBelongings);
                large = removal(sql, LARGE, withBelongings);
            }

            assertThat(large).isEqualTo(small);
            assertThat(large.keySet()).anyMatch(shape -> shape.startsWith("delete from user_entity"));
            assertThat(large.keySet().stream().anyMatch(shape -> shape.startsWith("delete from policy_config")))
                    .isEqualTo(withBelongings);
            assertThat(large.values().stream().mapToLong(Long::longValue).sum())
                    .as("statements of one chunk: %s", large)
                    .isLessThan(withBelongings ? 90 : 60);
        }
    }

    /** Calls by statement of the removal of so many in one chunk. */
    private static Map<String, Long> removal(Sql sql, int count, boolean withBelongings) throws IOException {
        int first = next;
        next += RUNS * count;
        assertThat(client.post("users", persons(first, RUNS * count)).count("added"))
                .isEqualTo(RUNS * count);
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
        int[] sent = {first};
        StatementCounts statements = StatementCounts.ofOne(sql, () -> persons(sent[0], count), persons -> {
            ImportAnswer answer = client.post("users?op=remove&parallelism=1&chunkSize=" + LARGE, persons);
            sent[0] += count;
            assertThat(answer.chunks()).hasSize(1);
            assertThat(answer.count("removed")).isEqualTo(count);
        });
        return statements.byShape().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, shape -> shape.getValue().calls()));
    }

    private static List<String> persons(int first, int count) {
        return IntStream.range(first, first + count).mapToObj(TENANT::person).toList();
    }
}
