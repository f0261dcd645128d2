// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.ProviderFactory;

/**
 * Makes a {@link RequestObserver}. It is made known by a line in {@code META-INF/services/io.keylift.metrics.request.RequestObserverFactory} and can be switched
 * off by {@code --spi-keylift-request-observer--<id>--enabled=false}.
 */
public interface RequestObserverFactory extends ProviderFactory<RequestObserver> {

    /** So many calls at most wait for the thread of an observer; those beyond are lost to it, which is warned of once. */
    int MOST_WAITING = 4096;

    /** How calls reach the observer. */
    default Delivery delivery() {
        return Delivery.OWN_THREAD;
    }

    /** The one observer of this factory, asked for once, after {@link #postInit}; it lives as long as the factory, which closes it. */
    RequestObserver observer();

    /** There is none for a session: it would close what is everybody's. */
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
