// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.keylift.metrics.request.RequestTimings;
import jakarta.transaction.TransactionManager;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.quarkus.runtime.transaction.QuarkusJtaTransactionManagerLookup;

/**
 * Keycloak's own, in whose place it stands by having its id. Every request asks it for the transaction manager as soon as a worker thread has taken the request up;
 * no hook of the server's comes earlier.
 */
public final class TakeUpTransactionManagerLookup extends QuarkusJtaTransactionManagerLookup {

    private RequestTimings timings;

    @Override
    public void postInit(KeycloakSessionFactory factory) {
        super.postInit(factory);
        timings = RequestTimings.instance().orElse(null);
    }

    @Override
    public TransactionManager getTransactionManager() {
        if (timings != null) {
            timings.takeUp();
        }
        return super.getTransactionManager();
    }
}
