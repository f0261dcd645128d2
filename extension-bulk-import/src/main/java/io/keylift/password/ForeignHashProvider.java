// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import io.keylift.hook.Guard;
import java.util.Objects;
import org.jboss.logging.Logger;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.PasswordPolicy;
import org.keycloak.models.credential.PasswordCredentialModel;

/**
 * Verifies passwords and makes no hashes. As it never fulfills a policy, Keycloak hashes a password anew as soon as it
 * was verified.
 */
final class ForeignHashProvider implements PasswordHashProvider {

    private static final Logger LOG = Logger.getLogger(ForeignHashProvider.class);

    private final ForeignHashFactory factory;
    private final Guard guard;

    ForeignHashProvider(ForeignHashFactory factory, Guard guard) {
        this.factory = factory;
        this.guard = guard;
    }

    @Override
    public boolean policyCheck(PasswordPolicy policy, PasswordCredentialModel credential) {
        return false;
    }

    @Override
    public PasswordCredentialModel encodedCredential(String rawPassword, int iterations) {
        throw new UnsupportedOperationException(ForeignHashFactory.refusal(factory.getId()));
    }

    @Override
    @Deprecated
    public String encode(String rawPassword, int iterations) {
        throw new UnsupportedOperationException(ForeignHashFactory.refusal(factory.getId()));
    }

    @Override
    public boolean verify(String rawPassword, PasswordCredentialModel credential) {
        return guard.call(() -> matches(rawPassword, credential), false);
    }

    /** A hash that was not stored by an import may have any cost, so the bounds are checked again. */
    private boolean matches(String rawPassword, PasswordCredentialModel credential) {
        if (rawPassword == null || Bytes.utf8(rawPassword).length > ForeignHash.MAX_PASSWORD) {
            return false;
        }
        try {
            String stored = Objects.requireNonNullElse(
                    credential.getPasswordSecretData().getValue(), "");
            return factory.matches(rawPassword, factory.usable(stored));
        } catch (UnusableHashException e) {
            LOG.warnf("Passwords cannot be verified against a stored hash of %s: %s", factory.getId(), e.getMessage());
            return false;
        }
    }

    @Override
    public void close() {
        // Nothing to release.
    }
}
