// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.Sql;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The assignments of a role or user are deleted with it, however it is removed. */
@OnSharedServer
class RemovedHoldersIT {

    private static int number;

    private CapabilityRealm realm;
    private SharedServer server;

    @BeforeEach
    void realm(SharedServer server) {
        this.server = server;
        realm = CapabilityRealm.create(server, "removed-holders-" + number++);
        realm.source("s", List.of("a.view", "b.view"), Map.of("all", List.of("a.view", "b.view")));
    }

    private long rows(String holder) {
        return CapabilityRealm.rows(server.database(), holder);
    }

    @Test
    void withARole() {
        String role = realm.role("going");
        realm.assign(role, "all", "a.view");
        assertThat(rows(role)).isEqualTo(3);

        realm.admin().delete(realm.path("roles/going"));

        assertThat(rows(role)).isZero();
        assertThat(realm.send("GET", "capabilities/roles/" + role, null).statusCode())
                .isEqualTo(404);
    }

    @Test
    void withTheClientOfARole() {
        realm.admin().post(realm.path("clients"), Map.of("clientId", "app"));
        String client = realm.admin()
                .get(realm.path("clients?clientId=app"))
                .at("/0/id")
                .asText();
        realm.admin().post(realm.path("clients/" + client + "/roles"), Map.of("name", "going"));
        JsonNode role = realm.admin().get(realm.path("clients/" + client + "/roles/going"));
        realm.assign(role.get("id").asText(), "all");
        assertThat(rows(role.get("id").asText())).isEqualTo(2);

        realm.admin().delete(realm.path("clients/" + client));

        assertThat(rows(role.get("id").asText())).isZero();
    }

    @Test
    void withAUser() {
        String user = realm.user("going");
        realm.send("PUT", "capabilities/users/" + user, Map.of("set", List.of("all")));
        assertThat(rows(user)).isEqualTo(2);

        realm.admin().delete(realm.path("users/" + user));

        assertThat(rows(user)).isZero();
    }

    @Test
    void withTheServiceAccountOfAClient() {
        realm.admin().post(realm.path("clients"), Map.of("clientId", "robot", "serviceAccountsEnabled", true));
        String client = realm.admin()
                .get(realm.path("clients?clientId=robot"))
                .at("/0/id")
                .asText();
        String user = realm.admin()
                .get(realm.path("clients/" + client + "/service-account-user"))
                .get("id")
                .asText();
        realm.send("PUT", "capabilities/users/" + user, Map.of("set", List.of("all")));
        assertThat(rows(user)).isEqualTo(2);

        realm.admin().delete(realm.path("clients/" + client));

        assertThat(rows(user)).isZero();
    }

    @Test
    void withTheRealmAndAllCapabilitiesOfIt() {
        String role = realm.role("going");
        realm.assign(role, "all");
        String id = realm.admin().get("/admin/realms/" + realm.name()).get("id").asText();
        List<String> tables = List.of("", "_MEMBER", "_HOLDER", "_CATALOG", "_SOURCE");

        realm.admin().delete("/admin/realms/" + realm.name());

        try (Sql sql = new Sql(server.database())) {
            for (String table : tables) {
                assertThat(sql.number("select count(*) from KEYLIFT_CAPABILITY" + table + " where REALM_ID = ?", id))
                        .as(table)
                        .isZero();
            }
        }
        assertThat(rows(role)).isZero();
        assertThat(rowsOfNoRealm()).isZero();
    }

    /** Rows that name something that is not there. */
    private long rowsOfNoRealm() {
        try (Sql sql = new Sql(server.database())) {
            return sql.number("select count(*) from KEYLIFT_CAPABILITY_EXPANSION e where not exists"
                            + " (select 1 from KEYLIFT_CAPABILITY c where c.ID = e.SET_ID)"
                            + " or not exists (select 1 from KEYLIFT_CAPABILITY c where c.ID = e.CAPABILITY_ID)")
                    + sql.number("select count(*) from KEYLIFT_CAPABILITY_ASSIGNMENT a where not exists"
                            + " (select 1 from KEYLIFT_CAPABILITY c where c.ID = a.CAPABILITY_ID)"
                            + " or not exists (select 1 from KEYLIFT_CAPABILITY_HOLDER h"
                            + " where h.TYPE = a.HOLDER_TYPE and h.ID = a.HOLDER_ID)")
                    + sql.number("select count(*) from KEYLIFT_CAPABILITY_MEMBER m where not exists"
                            + " (select 1 from KEYLIFT_CAPABILITY c where c.ID = m.SET_ID)");
        }
    }
}
