// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import org.keycloak.models.KeycloakSession;
import org.keycloak.provider.ProviderFactory;

/**
 * Makes a {@link RequestObserver}. It is made known by a line in {@code META-INF/services/io.keylift.metrics.request.RequestObserverFactory} and can be switched
 * off by {@code --spi-request-observer--<id>--enabled=false}.
 */
public interface RequestObserverFactory extends ProviderFactory<RequestObserver> {

    /** The one observer of this factory, asked for once, after {@link #postInit}; it lives as long as the factory, which closes it. */
    RequestObserver observer();

    @Override
    default RequestObserver create(KeycloakSession session) {
        return observer();
    }
}
