// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import org.keycloak.Config;
import org.keycloak.connections.jpa.entityprovider.JpaEntityProvider;
import org.keycloak.connections.jpa.entityprovider.JpaEntityProviderFactory;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;

/** Registers Keylift's entities and their changelog with Keycloak. */
public final class KeyliftJpaEntityProviderFactory implements JpaEntityProviderFactory {

    /** Also names the table in which Liquibase records its changes: {@code DATABASECHANGELOG_KEYLIFT}. */
    static final String ID = "keylift";

    @Override
    public JpaEntityProvider create(KeycloakSession session) {
        return new KeyliftJpaEntityProvider();
    }

    @Override
    public void init(Config.Scope config) {}

    @Override
    public void postInit(KeycloakSessionFactory factory) {}

    @Override
    public void close() {}

    @Override
    public String getId() {
        return ID;
    }
}
