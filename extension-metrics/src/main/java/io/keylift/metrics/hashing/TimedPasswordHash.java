// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.hashing;

import io.keylift.metrics.request.MeasuredWork;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestTracker;
import java.util.function.Supplier;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.PasswordPolicy;
import org.keycloak.models.credential.PasswordCredentialModel;

/** Delegates to another provider and times each hash. */
final class TimedPasswordHash implements PasswordHashProvider {

    private final String algorithm;
    private final PasswordHashProvider hash;
    private final RequestTracker tracker;

    private TimedPasswordHash(String algorithm, PasswordHashProvider hash, RequestTracker tracker) {
        this.algorithm = algorithm;
        this.hash = hash;
        this.tracker = tracker;
    }

    /** Returns the provider with timing, or the provider itself without a running server. */
    static PasswordHashProvider of(String algorithm, PasswordHashProvider hash) {
        return RequestTracker.instance()
                .<PasswordHashProvider>map(tracker -> new TimedPasswordHash(algorithm, hash, tracker))
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
        MeasuredWork work = tracker.current();
        long entered = work.enter(Phase.HASH);
        try {
            return hashing.get();
        } finally {
            tracker.passwordHashed(algorithm, work.exit(Phase.HASH, entered));
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
