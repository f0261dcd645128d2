// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import org.keycloak.provider.Provider;
import org.keycloak.provider.ProviderFactory;
import org.keycloak.provider.Spi;

/** Makes the observers known to Keycloak as {@code keylift-request-observer}, so that other JARs can add theirs. */
public final class RequestObserverSpi implements Spi {

    @Override
    public boolean isInternal() {
        return false;
    }

    @Override
    public String getName() {
        return "keylift-request-observer";
    }

    @Override
    public Class<? extends Provider> getProviderClass() {
        return RequestObserver.class;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class<? extends ProviderFactory> getProviderFactoryClass() {
        return RequestObserverFactory.class;
    }
}
