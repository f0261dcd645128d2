// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.example;

import org.keycloak.component.ComponentModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.storage.UserStorageProviderFactory;

/** Makes {@link FarAwayUsers}. */
public final class FarAwayUsersFactory implements UserStorageProviderFactory<FarAwayUsers> {

    @Override
    public String getId() {
        return "far-away-users";
    }

    @Override
    public FarAwayUsers create(KeycloakSession session, ComponentModel storage) {
        return new FarAwayUsers(session, storage);
    }
}
