// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.Sql;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Locks of concurrent changes of the catalog and of assignments. */
@OnSharedServer
class CatalogLocksIT {

    private static final String WAITING = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'";

    private static CompletableFuture<HttpResponse<String>> send(
            CapabilityRealm realm, String method, String call, Object body) {
        return CompletableFuture.supplyAsync(() -> realm.send(method, "capabilities/" + call, body));
    }

    private static String id(CapabilityRealm realm) {
        return realm.admin().get("/admin/realms/" + realm.name()).get("id").asText();
    }

    @Test
    void whoeverAssignsLocksACatalogueThatIsNotThereYet(SharedServer server) {
        CapabilityRealm realm = CapabilityRealm.create(server, "locks-none");
        String role = realm.role("any");

        realm.send("PATCH", "capabilities/roles/" + role + "?strict=false", Map.of("add", List.of("later.view")));

        try (Sql sql = new Sql(server.database())) {
            assertThat(sql.number("select count(*) from keylift_capability_catalog where realm_id = ?", id(realm)))
                    .isEqualTo(1);
        }
    }

    /** As chunks of an import do: one has the lock, and others come while a manifest waits. */
    @Test
    void aManifestIsNotOvertakenByThoseWhoComeLater(SharedServer server) throws Exception {
        CapabilityRealm realm = CapabilityRealm.create(server, "locks-fair");
        realm.source("s", List.of("a.view"), Map.of());
        String role = realm.role("any");
        try (Connection chunk = server.database().connect("keycloak");
                Statement statement = chunk.createStatement();
                Sql sql = new Sql(server.database())) {
            long others = sql.number(WAITING);
            chunk.setAutoCommit(false);
            statement.execute("select pg_advisory_xact_lock_shared(" + 0x4b4c4654 + ", "
                    + id(realm).hashCode() + ")");
            statement.execute(
                    "select * from keylift_capability_catalog where realm_id = '" + id(realm) + "' for share");
            var manifest =
                    send(realm, "PUT", "sources/s", CapabilityRealm.manifest(List.of("a.view", "b.view"), Map.of()));
            await().until(() -> sql.number(WAITING) == others + 1);

            var later = send(realm, "PATCH", "roles/" + role, Map.of("add", List.of("a.view")));

            await().until(() -> later.isDone() || sql.number(WAITING) == others + 2);
            assertThat(later).isNotDone();
            chunk.rollback();
            assertThat(manifest.get().statusCode()).isEqualTo(200);
            assertThat(later.get().statusCode()).isEqualTo(200);
        }
    }

    /** As Keycloak does when it removes a client: role after role, in any order. */
    @Test
    void aManifestIsNoObstacleToWhoeverRemovesRoles(SharedServer server) throws Exception {
        CapabilityRealm realm = CapabilityRealm.create(server, "locks-order");
        realm.source("s", List.of("a.view"), Map.of());
        List<String> roles = List.of(realm.role("first"), realm.role("second")).stream()
                .sorted()
                .toList();
        roles.forEach(role -> realm.assign(role, "a.view"));
        try (Connection keycloak = server.database().connect("keycloak");
                Statement statement = keycloak.createStatement()) {
            keycloak.setAutoCommit(false);
            statement.execute("set local lock_timeout = 100");
            statement.execute(removal(roles.get(1)));

            var manifest = send(realm, "PUT", "sources/s", CapabilityRealm.manifest(List.of(), Map.of()));

            await().during(Duration.ofMillis(400)).until(() -> removes(keycloak, statement, roles.get(0)));
            keycloak.rollback();
            assertThat(manifest.get().statusCode()).isEqualTo(200);
        }
        roles.forEach(role -> assertThat(realm.assigned(role)).isEmpty());
    }

    private static String removal(String role) {
        return "delete from keylift_capability_holder where type = 'ROLE' and id = '" + role + "'";
    }

    private static boolean removes(Connection keycloak, Statement statement, String role) throws SQLException {
        Savepoint before = keycloak.setSavepoint();
        try {
            statement.execute(removal(role));
            return true;
        } catch (SQLException e) {
            return false;
        } finally {
            keycloak.rollback(before);
        }
    }
}
