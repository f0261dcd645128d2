// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.storages;

import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.storage.user.UserLookupProvider;

/**
 * A look-up of a user in the user storages.
 *
 * @param value username or email address in lower case, or an id
 */
public record Question(By by, String value) {

    /** The field to look a user up by. */
    public enum By {
        USERNAME,
        EMAIL,
        ID
    }

    UserModel ask(RealmModel realm, UserLookupProvider storage) {
        return switch (by) {
            case USERNAME -> storage.getUserByUsername(realm, value);
            case EMAIL -> storage.getUserByEmail(realm, value);
            case ID -> storage.getUserById(realm, value);
        };
    }
}
