// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.example.observer;

import org.keycloak.quarkus.runtime.storage.database.jpa.QuarkusJpaConnectionProviderFactory;

/** Replaces Keycloak's own factory ahead of ours, if a test registers it. */
public final class ForeignDatabaseFactory extends QuarkusJpaConnectionProviderFactory {

    @Override
    public int order() {
        return super.order() + 1;
    }
}
