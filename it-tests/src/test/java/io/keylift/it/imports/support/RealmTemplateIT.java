// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
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
}
