// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.keylift.metrics.Replaced;
import io.keylift.metrics.request.RequestTracker;
import jakarta.transaction.TransactionManager;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.EnvironmentDependentProviderFactory;
import org.keycloak.transaction.JtaTransactionManagerLookup;

/**
 * Stands in the place of Keycloak's own by having its id. Every request asks it for the transaction manager as soon as
 * a worker thread has taken the request up; no hook of the server's comes earlier.
 */
public final class TakeUpTransactionManagerLookup
        implements JtaTransactionManagerLookup, EnvironmentDependentProviderFactory {

    /** {@code null} if there is none any more. */
    private final JtaTransactionManagerLookup replaced = Replaced.factory(
            JtaTransactionManagerLookup.class,
            "org.keycloak.quarkus.runtime.transaction.QuarkusJtaTransactionManagerLookup",
            "queue times");

    private RequestTracker timings;

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
        timings = RequestTracker.instance().orElse(null);
    }

    @Override
    public TransactionManager getTransactionManager() {
        if (timings != null) {
            timings.takeUp();
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
