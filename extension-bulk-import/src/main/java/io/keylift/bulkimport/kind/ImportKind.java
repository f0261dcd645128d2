// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import java.util.Collection;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.Provider;
import org.keycloak.provider.ProviderFactory;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Something that can be imported. A kind is one class that implements this interface and one line in {@code
 * META-INF/services/io.keylift.bulkimport.kind.ImportKind}; its id is the path segment of its endpoint.
 */
public interface ImportKind<R> extends ProviderFactory<ImportKind<R>>, Provider {

    /** The class a line of input is read into. */
    Class<R> recordType();

    /** One sentence for people: what a record describes. */
    String description();

    /** The field or fields that identify a record, as a person would name them. */
    String keyField();

    /** The permission an import needs, as a person would name it, for example {@code manage-users}. */
    String requiredPermission();

    /** Throws {@link jakarta.ws.rs.ForbiddenException} for a caller who may not import this kind at all. */
    void requirePermission(AdminPermissionEvaluator permissions);

    /** What of this record a reject names, or {@code null}. */
    String key(R record);

    /**
     * All names the record claims, its key first. Two records of an import that claim the same are never written at the same time; within a
     * chunk the later one is rejected.
     */
    Collection<Claim> claims(R record);

    /** Importer for one chunk. */
    ChunkImporter<R> importer(ImportContext context);

    @Override
    default ImportKind<R> create(KeycloakSession session) {
        return this;
    }

    @Override
    default void init(Config.Scope config) {}

    @Override
    default void postInit(KeycloakSessionFactory factory) {}

    @Override
    default void close() {}
}
