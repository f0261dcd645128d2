// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import io.keylift.it.http.AdminHttp;
import java.util.Map;

/** A user storage whose users have no rows. */
public final class FarAwayStorage {

    private FarAwayStorage() {}

    /**
     * Adds the storage to a realm.
     *
     * @return its id
     */
    public static String addTo(AdminHttp admin, String realm) {
        String components = "/admin/realms/" + realm + "/components";
        admin.post(
                components,
                Map.of(
                        "name",
                        "far away",
                        "providerId",
                        "far-away-users",
                        "providerType",
                        "org.keycloak.storage.UserStorageProvider"));
        return admin.get(components + "?name=far%20away").at("/0/id").asText();
    }
}
