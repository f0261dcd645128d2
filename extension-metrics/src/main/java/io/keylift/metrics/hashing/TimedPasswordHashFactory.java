// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.hashing;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.ReplacingFactory;
import io.keylift.metrics.TimedCalls;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestTracker;
import java.util.List;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.credential.hash.PasswordHashProviderFactory;

/** Times the hashes of one of Keycloak's factories. */
public abstract class TimedPasswordHashFactory extends ReplacingFactory<PasswordHashProvider>
        implements PasswordHashProviderFactory {

    /** Ids of the replaced factories. */
    public static final List<String> IDS = List.of("argon2", "pbkdf2", "pbkdf2-sha256", "pbkdf2-sha512");

    TimedPasswordHashFactory(String id, String replacedClass) {
        super(id, PasswordHashProviderFactory.class, replacedClass, "hash times of " + id);
    }

    @Override
    protected PasswordHashProvider timed(PasswordHashProvider hash, RequestTracker tracker, FailSafe failSafe) {
        return new TimedPasswordHash(
                hash,
                new TimedCalls(
                        Phase.HASH, tracker::current, failSafe, nanos -> tracker.passwordHashed(getId(), nanos)));
    }
}
