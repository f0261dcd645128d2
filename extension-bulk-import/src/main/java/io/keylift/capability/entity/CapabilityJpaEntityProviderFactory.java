// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.entity;

import org.keycloak.Config;
import org.keycloak.connections.jpa.entityprovider.JpaEntityProvider;
import org.keycloak.connections.jpa.entityprovider.JpaEntityProviderFactory;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;

/** Registers Keylift's capability entities and tables with Keycloak. */
public final class CapabilityJpaEntityProviderFactory implements JpaEntityProviderFactory {

    /** Also part of the name of Liquibase's changelog table, {@code DATABASECHANGELOG_KEYLIFTCAP}. */
    static final String ID = "keyliftcap";

    @Override
    public JpaEntityProvider create(KeycloakSession session) {
        return new CapabilityJpaEntityProvider();
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
