// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.Replaced;
import io.keylift.metrics.request.RequestTracker;
import jakarta.transaction.TransactionManager;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.EnvironmentDependentProviderFactory;
import org.keycloak.transaction.JtaTransactionManagerLookup;

/**
 * Replaces Keycloak's lookup of the transaction manager by having its id. Every request calls it as soon as a worker
 * thread has taken the request from the queue; the server has no earlier hook.
 */
public final class TakeUpTransactionManagerLookup
        implements JtaTransactionManagerLookup, EnvironmentDependentProviderFactory {

    private static final String FIGURES = "queue times";

    /** {@code null} if Keycloak no longer has this class. */
    private final JtaTransactionManagerLookup replaced = Replaced.factory(
            JtaTransactionManagerLookup.class,
            "org.keycloak.quarkus.runtime.transaction.QuarkusJtaTransactionManagerLookup",
            FIGURES);

    private final FailSafe failSafe = new FailSafe(FIGURES);
    private RequestTracker tracker;

    @Override
    public String getId() {
        return "quarkus";
    }

    @Override
    public int order() {
        return replaced == null ? 0 : replaced.order();
    }

    @Override
    public boolean isSupported(Config.Scope config) {
        return replaced != null;
    }

    @Override
    public void init(Config.Scope config) {
        replaced.init(config);
    }

    @Override
    public void postInit(KeycloakSessionFactory factory) {
        replaced.postInit(factory);
        failSafe.attempt(() -> tracker = RequestTracker.instance().orElse(null));
    }

    @Override
    public TransactionManager getTransactionManager() {
        if (tracker != null) {
            failSafe.attempt(tracker::takeUp);
        }
        return replaced.getTransactionManager();
    }

    @Override
    public void close() {
        if (replaced != null) {
            replaced.close();
        }
    }
}
