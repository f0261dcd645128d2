// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.ProviderFactory;

/**
 * Creates a {@link RequestObserver}. Register the factory in
 * {@code META-INF/services/io.keylift.metrics.request.RequestObserverFactory}. The option
 * {@code --spi-keylift-request-observer--<id>--enabled=false} disables it.
 */
public interface RequestObserverFactory extends ProviderFactory<RequestObserver> {

    /**
     * Maximum number of calls that wait for the thread of an observer. Further calls are dropped; a warning reports the
     * first.
     */
    int MOST_WAITING = 4096;

    /** Threads and time of the calls to the observer. */
    default Delivery delivery() {
        return Delivery.OWN_THREAD;
    }

    /**
     * Returns the observer of this factory. Called once, after {@link #postInit}. The observer lives as long as the
     * factory, which closes it.
     */
    RequestObserver observer();

    /** Not supported: a session would close the shared observer. */
    @Override
    default RequestObserver create(KeycloakSession session) {
        throw new UnsupportedOperationException("A request observer does not belong to a session: " + getId());
    }

    @Override
    default void init(Config.Scope config) {}

    @Override
    default void postInit(KeycloakSessionFactory factory) {}

    @Override
    default void close() {}
}
