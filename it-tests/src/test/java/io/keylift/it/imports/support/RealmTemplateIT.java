// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.tenant.TenantRealm;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Realms that are copies of a template equal those that the Admin API makes. */
@OnSharedServer
class RealmTemplateIT {

    private static final Map<String, Object> SETTINGS = Map.of("adminPermissionsEnabled", true);

    @Test
    void aCopyEqualsARealmThatTheAdminApiMakes(SharedServer server) {
        TwinRealm.createByAdminApi(server.admin(), "by-admin-api", SETTINGS);
        TwinRealm copy = TwinRealm.create(server, "by-copy", SETTINGS);
        TwinRealm another = TwinRealm.create(server, "by-another-copy", SETTINGS);

        RealmRows byAdminApi = RealmRows.withAdministration(server.database(), "by-admin-api");
        RealmRows byCopy = RealmRows.withAdministration(server.database(), copy.name());
        assertThat(byAdminApi.of("realm")).hasSize(1);
        assertThat(byAdminApi.of("composite_role")).isNotEmpty();
        RowComparison.assertAlike(byAdminApi, byCopy, byAdminApi.rows().keySet());
        for (TwinRealm realm : List.of(copy, another)) {
            realm.admin().post(realm.path("users"), Map.of("username", "ada", "enabled", true));
            assertThat(realm.admin().get(realm.path("users"))).hasSize(1);
        }
    }

    @Test
    void aCopyForATenantIsReadyForIt(SharedServer server) {
        TenantRealm.create(server.admin(), "tenant-by-admin-api");
        for (String copy : List.of("tenant-by-copy", "tenant-by-another-copy")) {
            TestRealms.createForTenant(server.admin(), copy);

            for (String what : List.of("users/profile", "roles?first=0&max=100")) {
                assertThat(names(server, copy, what))
                        .isNotEmpty()
                        .isEqualTo(names(server, "tenant-by-admin-api", what));
            }
        }
    }

    /** Without the realm's own name, which is that of a role. */
    private static List<String> names(SharedServer server, String realm, String what) {
        return server.admin().get("/admin/realms/" + realm + "/" + what).findValuesAsText("name").stream()
                .map(name -> name.replace(realm, ""))
                .toList();
    }
}
