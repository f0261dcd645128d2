// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import io.keylift.hook.Guard;
import java.util.concurrent.Semaphore;
import org.keycloak.Config;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.credential.hash.PasswordHashProviderFactory;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.EnvironmentDependentProviderFactory;

/** Verifies passwords against the hashes of one algorithm of other systems. */
public abstract class ForeignHashFactory implements PasswordHashProviderFactory, EnvironmentDependentProviderFactory {

    private static final long MEBI = 1L << 20;

    private final String id;
    private final Guard guard;
    private final HashFormat[] formats;

    /** Mebibytes of an eighth of the heap, and enough for any hash: sign-ins wait for them. */
    private final int memory =
            (int) Math.max(1 + Scrypt.MAX_MEMORY / MEBI, Runtime.getRuntime().maxMemory() / 8 / MEBI);

    private final Semaphore free = new Semaphore(memory, true);

    ForeignHashFactory(String id, HashFormat... formats) {
        this.id = id;
        this.guard = new Guard("verification of passwords by " + id);
        this.formats = formats;
    }

    /** Why a realm's policy cannot name the algorithm. */
    static String refusal(String id) {
        return "Algorithm `" + id + "` verifies passwords of other systems and makes no hashes";
    }

    @Override
    public final String getId() {
        return id;
    }

    /** Why the server does not let hashes of this algorithm in; {@code null} if it does. */
    String obstacle() {
        return null;
    }

    /**
     * Reads a hash that is stored for this algorithm.
     *
     * @throws UnusableHashException if passwords cannot be verified against it
     */
    public final ForeignHash usable(String stored) throws UnusableHashException {
        String obstacle = obstacle();
        if (obstacle != null) {
            throw UnusableHashException.malformed(obstacle);
        }
        ForeignHashes.checkLength(stored);
        for (HashFormat format : formats) {
            ForeignHash hash = format.read(stored);
            if (hash != null) {
                return hash;
            }
        }
        throw UnusableHashException.malformed("The hash does not begin as one of its algorithm does");
    }

    final boolean matches(String password, ForeignHash hash) {
        int taken = Math.min(memory, (int) ((hash.memory() + MEBI - 1) / MEBI));
        free.acquireUninterruptibly(taken);
        try {
            return hash.check().matches(password);
        } finally {
            free.release(taken);
        }
    }

    @Override
    public boolean isSupported(Config.Scope config) {
        return true;
    }

    @Override
    public final PasswordHashProvider create(KeycloakSession session) {
        return new ForeignHashProvider(this, guard);
    }

    @Override
    public void init(Config.Scope config) {
        // Only salted MD5 has an option.
    }

    @Override
    public void postInit(KeycloakSessionFactory sessions) {
        // Nothing to look up.
    }

    @Override
    public void close() {
        // Nothing to release.
    }

    /** Whether the server has a class: in FIPS mode it has no Bouncy Castle but that of FIPS. */
    static boolean has(String name) {
        try {
            Class.forName(name, false, ForeignHashFactory.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
