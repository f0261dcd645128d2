// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.SecondTier;
import io.keylift.it.imports.support.CrashTestServer;
import io.keylift.it.imports.support.OnCrashTestServer;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.tenant.SampleCatalog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Law 2 for assignments: the server is killed in the middle of a change. */
@SecondTier
@OnCrashTestServer
class KilledIT {

    private static final int SETS = 267;

    @Test
    void law2_anAssignmentIsThereWhollyOrNotAtAll(CrashTestServer server) {
        EmbeddedDatabase database = server.database();
        KeycloakServer keycloak = server.keycloak();
        CapabilityRealm realm = CapabilityRealm.create(server.admin(), "killed");
        SampleCatalog catalog = SampleCatalog.realistic(9);
        realm.source("s", catalog.manifest("1"));
        List<String> names = catalog.setNames();
        List<String> before = names.subList(0, SETS).stream().sorted().toList();
        List<String> after = names.subList(names.size() - SETS, names.size()).stream()
                .sorted()
                .toList();
        String role = realm.role("changing");
        realm.assign(role, before.toArray(String[]::new));

        // The new revision is written last: whoever is kept from it has written everything else.
        killAt("keylift_capability_holder", database, keycloak, () -> put(realm, role, after));

        try (Sql sql = new Sql(database)) {
            assertThat(stored(sql, role)).isEqualTo(before);
        }
        server.ensureRunning();
        CapabilityRealm restarted = realm.as(server.admin());
        assertThat(restarted.assigned(role)).isEqualTo(before);
        restarted.assign(role, after.toArray(String[]::new));
        keycloak.kill();
        try (Sql sql = new Sql(database)) {
            assertThat(stored(sql, role)).isEqualTo(after);
        }
    }

    private static Void put(CapabilityRealm realm, String role, List<String> sets) {
        realm.send("PUT", "capabilities/roles/" + role, Map.of("set", sets));
        return null;
    }

    private static void killAt(
            String table, EmbeddedDatabase database, KeycloakServer keycloak, Callable<Void> change) {
        try (Sql holdUp = new Sql(database);
                Sql sql = new Sql(database)) {
            holdUp.begin();
            holdUp.execute("lock table " + table + " in share mode");
            CompletableFuture<Void> call = CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return change.call();
                        } catch (Exception e) {
                            return null; // no answer any more
                        }
                    },
                    task -> new Thread(task, "change").start());
            until(() -> sql.number(
                            "select count(*) from pg_locks where not granted and relation = cast(? as regclass)", table)
                    > 0);
            keycloak.kill();
            call.join();
        }
        try (Sql sql = new Sql(database)) {
            until(() -> sql.number("select count(*) from pg_stat_activity"
                            + " where datname = 'keycloak' and pid <> pg_backend_pid() and state <> 'idle'")
                    == 0);
        }
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(Duration.ofMinutes(1)).pollInterval(Duration.ofMillis(5)).until(condition);
    }

    private static List<String> stored(Sql sql, String role) {
        return sql
                .strings(
                        "select c.NAME from KEYLIFT_CAPABILITY_ASSIGNMENT a"
                                + " join KEYLIFT_CAPABILITY c on c.ID = a.CAPABILITY_ID where a.HOLDER_ID = ?",
                        role)
                .stream()
                .sorted()
                .toList();
    }
}
