// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.example.observer;

import org.keycloak.quarkus.runtime.storage.database.jpa.QuarkusJpaConnectionProviderFactory;

/** Stands in the place of Keycloak's own before ours does, if somebody makes it known. */
public final class ForeignDatabaseFactory extends QuarkusJpaConnectionProviderFactory {

    @Override
    public int order() {
        return super.order() + 1;
    }
}
