// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.hashing;

import io.keylift.metrics.TimedCalls;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.PasswordPolicy;
import org.keycloak.models.credential.PasswordCredentialModel;

/** Delegates to another provider and times each hash. */
final class TimedPasswordHash implements PasswordHashProvider {

    private final PasswordHashProvider hash;
    private final TimedCalls calls;

    TimedPasswordHash(PasswordHashProvider hash, TimedCalls calls) {
        this.hash = hash;
        this.calls = calls;
    }

    @Override
    public PasswordCredentialModel encodedCredential(String password, int iterations) {
        return calls.call(() -> hash.encodedCredential(password, iterations));
    }

    @Override
    @Deprecated
    @SuppressWarnings("deprecation") // the other providers of the server still have it
    public String encode(String password, int iterations) {
        return calls.call(() -> hash.encode(password, iterations));
    }

    @Override
    public boolean verify(String password, PasswordCredentialModel credential) {
        return calls.call(() -> hash.verify(password, credential));
    }

    @Override
    public boolean policyCheck(PasswordPolicy policy, PasswordCredentialModel credential) {
        return hash.policyCheck(policy, credential);
    }

    @Override
    public String credentialHashingStrength(PasswordCredentialModel credential) {
        return hash.credentialHashingStrength(credential);
    }

    @Override
    public void close() {
        hash.close();
    }
}
