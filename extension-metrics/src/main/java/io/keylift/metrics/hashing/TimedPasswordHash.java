// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.hashing;

import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestTracker;
import io.keylift.metrics.request.Work;
import java.util.function.Supplier;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.PasswordPolicy;
import org.keycloak.models.credential.PasswordCredentialModel;

/** Hashes and verifies with another provider, and takes the time. */
final class TimedPasswordHash implements PasswordHashProvider {

    private final String algorithm;
    private final PasswordHashProvider hash;
    private final RequestTracker timings;

    private TimedPasswordHash(String algorithm, PasswordHashProvider hash, RequestTracker timings) {
        this.algorithm = algorithm;
        this.hash = hash;
        this.timings = timings;
    }

    /** The same provider, timed where there is a server to report to. */
    static PasswordHashProvider of(String algorithm, PasswordHashProvider hash) {
        return RequestTracker.instance()
                .<PasswordHashProvider>map(timings -> new TimedPasswordHash(algorithm, hash, timings))
                .orElse(hash);
    }

    @Override
    public PasswordCredentialModel encodedCredential(String password, int iterations) {
        return timed(() -> hash.encodedCredential(password, iterations));
    }

    @Override
    @Deprecated
    @SuppressWarnings("deprecation") // the other providers of the server still have it
    public String encode(String password, int iterations) {
        return timed(() -> hash.encode(password, iterations));
    }

    @Override
    public boolean verify(String password, PasswordCredentialModel credential) {
        return timed(() -> hash.verify(password, credential));
    }

    private <T> T timed(Supplier<T> hashing) {
        Work work = timings.current();
        long entered = work.enter(Phase.HASH);
        try {
            return hashing.get();
        } finally {
            timings.passwordHashed(algorithm, work.exit(Phase.HASH, entered));
        }
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
