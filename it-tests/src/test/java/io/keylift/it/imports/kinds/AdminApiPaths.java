// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import io.keylift.it.imports.support.TwinRealm;
import java.util.ArrayList;
import java.util.List;

/** Paths of a realm's Admin API whose responses contain the record: lists, counts, look-ups, tokens. */
final class AdminApiPaths {

    private static final String TOKEN =
            "/evaluate-scopes/generate-example-access-token?scope=openid%20organization%3A*&userId=";

    private final TwinRealm realm;
    private final List<String> paths = new ArrayList<>();

    private AdminApiPaths(TwinRealm realm) {
        this.realm = realm;
    }

    static AdminApiPaths of(TwinRealm realm, String... paths) {
        return new AdminApiPaths(realm).and(paths);
    }

    AdminApiPaths and(String... more) {
        for (String path : more) {
            paths.add(realm.path(path));
        }
        return this;
    }

    /** The thing of this id and what is below it, if there is one. */
    AdminApiPaths andOf(String things, String id, String... below) {
        if (id != null && !id.isEmpty()) {
            and(things + "/" + id);
            for (String part : below) {
                and(things + "/" + id + "/" + part);
            }
        }
        return this;
    }

    /** A user, if there is one, with all that is asked for when one signs in, and the token. */
    AdminApiPaths andUser(String id) {
        if (!id.isEmpty()) {
            andOf("users", id, "groups", "role-mappings", "role-mappings/realm/composite", "federated-identity");
            and("organizations/members/" + id + "/organizations");
            and("clients/" + realm.clientId("shop") + TOKEN + id);
        }
        return this;
    }

    List<String> paths() {
        return paths;
    }
}
