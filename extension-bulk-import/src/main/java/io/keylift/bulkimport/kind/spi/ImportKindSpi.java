// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import org.keycloak.provider.Provider;
import org.keycloak.provider.ProviderFactory;
import org.keycloak.provider.Spi;

/** Declares the SPI {@code bulk-import-kind} to Keycloak, so that other JARs can add kinds. */
public final class ImportKindSpi implements Spi {

    @Override
    public boolean isInternal() {
        return false;
    }

    @Override
    public String getName() {
        return "bulk-import-kind";
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class<? extends Provider> getProviderClass() {
        return ImportKind.class;
    }

    @Override
    @SuppressWarnings({"rawtypes", "unchecked"})
    public Class<? extends ProviderFactory> getProviderFactoryClass() {
        return ImportKind.class;
    }
}
