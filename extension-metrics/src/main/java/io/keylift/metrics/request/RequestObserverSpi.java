// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import org.keycloak.provider.Provider;
import org.keycloak.provider.ProviderFactory;
import org.keycloak.provider.Spi;

/** Registers the SPI {@code keylift-request-observer} with Keycloak, so that other JARs can add observers. */
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
