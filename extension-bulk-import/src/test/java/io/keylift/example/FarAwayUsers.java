// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.example;

import org.keycloak.component.ComponentModel;
import org.keycloak.credential.CredentialInput;
import org.keycloak.credential.CredentialInputValidator;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.keycloak.storage.StorageId;
import org.keycloak.storage.UserStorageProvider;
import org.keycloak.storage.adapter.AbstractUserAdapterFederatedStorage;
import org.keycloak.storage.user.UserLookupProvider;

/**
 * Users of another system: all whose names begin with {@code far-}. The password of a user is the username. The system
 * fails at the user {@code far-broken}.
 */
public final class FarAwayUsers implements UserStorageProvider, UserLookupProvider, CredentialInputValidator {

    private final KeycloakSession session;
    private final ComponentModel storage;

    FarAwayUsers(KeycloakSession session, ComponentModel storage) {
        this.session = session;
        this.storage = storage;
    }

    @Override
    public UserModel getUserById(RealmModel realm, String id) {
        return getUserByUsername(realm, StorageId.externalId(id));
    }

    @Override
    public UserModel getUserByUsername(RealmModel realm, String username) {
        if (username.equals("far-broken")) {
            throw new IllegalStateException("This user is broken");
        }
        return username.startsWith("far-") ? new FarAwayUser(realm, username) : null;
    }

    @Override
    public UserModel getUserByEmail(RealmModel realm, String email) {
        return null;
    }

    @Override
    public boolean supportsCredentialType(String type) {
        return PasswordCredentialModel.TYPE.equals(type);
    }

    @Override
    public boolean isConfiguredFor(RealmModel realm, UserModel user, String type) {
        return supportsCredentialType(type);
    }

    @Override
    public boolean isValid(RealmModel realm, UserModel user, CredentialInput input) {
        return supportsCredentialType(input.getType()) && user.getUsername().equals(input.getChallengeResponse());
    }

    @Override
    public void close() {}

    /** Keycloak stores the user's data under an id that is longer than others. */
    private final class FarAwayUser extends AbstractUserAdapterFederatedStorage {

        private final String username;

        FarAwayUser(RealmModel realm, String username) {
            super(FarAwayUsers.this.session, realm, storage);
            this.username = username;
        }

        @Override
        public String getUsername() {
            return username;
        }

        @Override
        public void setUsername(String other) {
            throw new UnsupportedOperationException("The other system decides on the username");
        }
    }
}
