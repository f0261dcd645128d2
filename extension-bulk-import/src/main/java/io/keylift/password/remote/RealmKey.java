// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import org.keycloak.models.RealmModel;

/** A realm whose users sign in. Its administrators can change the name, but not the id. */
record RealmKey(String id, String name) {

    static RealmKey of(RealmModel realm) {
        return new RealmKey(realm.getId(), realm.getName());
    }
}
