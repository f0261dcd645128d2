// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProvider;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProviderFactory;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Adds the export to the Admin REST API of each realm. Its objects and options are those of the import. */
public final class BulkExportResourceProviderFactory implements AdminRealmResourceProviderFactory {

    private static final String ID = "bulk-export";

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public AdminRealmResourceProvider create(KeycloakSession session) {
        BulkImportResourceProviderFactory imports =
                (BulkImportResourceProviderFactory) session.getKeycloakSessionFactory()
                        .getProviderFactory(AdminRealmResourceProvider.class, BulkImportResourceProviderFactory.ID);
        return new ResourceProvider(imports.bulkImport());
    }

    @Override
    public void init(Config.Scope config) {}

    @Override
    public void postInit(KeycloakSessionFactory factory) {}

    @Override
    public void close() {}

    private record ResourceProvider(BulkImport bulkImport) implements AdminRealmResourceProvider {

        @Override
        public Object getResource(
                KeycloakSession session,
                RealmModel realm,
                AdminPermissionEvaluator permissions,
                AdminEventBuilder adminEvent) {
            return new BulkExportResource(session, realm, permissions, adminEvent, bulkImport);
        }

        @Override
        public void close() {}
    }
}
