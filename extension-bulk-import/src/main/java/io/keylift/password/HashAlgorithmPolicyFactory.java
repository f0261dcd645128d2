// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import io.keylift.password.remote.RemotePasswordFactory;
import org.keycloak.Config;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.policy.HashAlgorithmPasswordPolicyProviderFactory;
import org.keycloak.policy.PasswordPolicyConfigException;
import org.keycloak.policy.PasswordPolicyProvider;
import org.keycloak.policy.PolicyError;

/**
 * Keycloak's policy of the same id, which rejects algorithms that can only verify: in a realm with such an algorithm,
 * no user could set a password, and a sign-in with an unknown name would fail.
 */
public final class HashAlgorithmPolicyFactory extends HashAlgorithmPasswordPolicyProviderFactory {

    @Override
    public PasswordPolicyProvider create(KeycloakSession session) {
        return new HashAlgorithm(session);
    }

    @Override
    public void init(Config.Scope config) {
        // The policy has no options.
    }

    private record HashAlgorithm(KeycloakSession session) implements PasswordPolicyProvider {

        @Override
        public Object parseConfig(String value) {
            if (value == null) {
                throw new PasswordPolicyConfigException("Password hashing provider id must be set");
            }
            if (session.getProvider(PasswordHashProvider.class, value) == null) {
                throw new PasswordPolicyConfigException("Password hashing provider not found");
            }
            var factory = session.getKeycloakSessionFactory().getProviderFactory(PasswordHashProvider.class, value);
            if (factory instanceof ForeignHashFactory || factory instanceof RemotePasswordFactory) {
                throw new PasswordPolicyConfigException(ForeignHashFactory.refusal(value));
            }
            return value;
        }

        @Override
        public PolicyError validate(RealmModel realm, UserModel user, String password) {
            return null;
        }

        @Override
        public PolicyError validate(String user, String password) {
            return null;
        }

        @Override
        public void close() {
            // Nothing to release.
        }
    }
}
