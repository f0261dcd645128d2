// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.Operation;
import java.util.Set;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.provider.Provider;
import org.keycloak.provider.ProviderFactory;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * A kind of records that an import reads.
 *
 * To add a kind, implement this interface and register the class in
 * {@code META-INF/services/io.keylift.bulkimport.kind.spi.ImportKind}. The id of the kind is the path segment of its
 * endpoint. One instance serves all sessions and threads: keep no state of a request in it.
 *
 * @param <R> class of a record
 * @param <V> class of a valid record, often the record itself
 */
public interface ImportKind<R, V> extends RecordOperation<R, V>, ProviderFactory<ImportKind<R, V>>, Provider {

    /** What the kind is called and requires. */
    KindInfo<R> info();

    /** Examples of records, and what neither the schema nor the engine can derive from the record's class. */
    RecordShape shape();

    /**
     * Whether a caller with {@link #requirePermission} has permission for every record of this kind, and so sees and
     * controls the jobs of others. {@code false} if each record requires a permission of its own.
     */
    default boolean isUnrestricted(AdminPermissionEvaluator permissions) {
        return true;
    }

    /**
     * Ids of the kinds whose objects records of this kind refer to, installed or not; an import of several kinds takes
     * those first. {@code null} if that is unknown: then this kind comes after all others that do not refer to it.
     */
    default Set<String> refersTo() {
        return null;
    }

    /**
     * Reason why the realm cannot import this kind in its present state, as a sentence for users; {@code null} if it
     * can.
     */
    default String obstacle(KeycloakSession session, RealmModel realm) {
        return null;
    }

    /**
     * What {@code op=remove} does with records of this kind; {@code null} if they cannot be removed.
     *
     * <p>A removal requires only the key of a record, so that an input of keys and the imported input both work. What
     * exists becomes {@link io.keylift.bulkimport.job.Outcome#REMOVED} by {@link ItemResult#removed}; what does not exist
     * becomes {@link io.keylift.bulkimport.job.Outcome#SKIPPED}. Its writer locks the rows in an order that does not
     * depend on the input before it relies on them, because other transactions may remove the same rows.
     */
    default RecordOperation<R, ?> removal() {
        return null;
    }

    /** Whether the kind supports {@code op=remove}. */
    default boolean isRemovable() {
        return removal() != null;
    }

    /** How an export reads the objects of this kind; {@code null} if they cannot be exported. */
    default RecordSource<R> source() {
        return null;
    }

    /**
     * The objects of another kind that records of this kind change; {@code null} if the kind has objects of its own, or
     * its jobs cannot be undone.
     */
    default ChangedObjects<R, ?> changes() {
        return null;
    }

    /** Whether a job that imports the kind can be undone: its objects can be read, and removed if it adds any. */
    default boolean isUndoable() {
        return changes() != null || isExportable() && isRemovable();
    }

    /** Whether the kind can be exported. */
    default boolean isExportable() {
        return source() != null;
    }

    /** Whether the kind supports {@code op=mirror}. */
    default boolean isMirrorable() {
        return isRemovable() && isExportable();
    }

    /**
     * Requires the permission for an operation. For an operation that the kind does not have, it is that of the import.
     *
     * @throws jakarta.ws.rs.ForbiddenException if the caller may not do this with any record of the kind
     */
    default void requirePermission(Operation operation, AdminPermissionEvaluator permissions, RealmModel realm) {
        if (operation == Operation.VERIFY && isExportable()) {
            source().requirePermission(permissions, realm);
        } else if (operation == Operation.UNDO && changes() != null) {
            requirePermission(permissions, realm);
            changes().kind().requirePermission(permissions, realm);
        } else if (operation == Operation.UNDO && isRemovable()) {
            removal().requirePermission(permissions, realm);
            requirePermission(permissions, realm);
        } else if (operation == Operation.REMOVE && isRemovable()) {
            removal().requirePermission(permissions, realm);
        } else if (operation == Operation.MIRROR && isMirrorable()) {
            requirePermission(permissions, realm);
            removal().requirePermission(permissions, realm);
        } else {
            requirePermission(permissions, realm);
        }
    }

    @Override
    default String getId() {
        return info().id();
    }

    @Override
    default ImportKind<R, V> create(KeycloakSession session) {
        return this;
    }

    @Override
    default void init(Config.Scope config) {}

    @Override
    default void postInit(KeycloakSessionFactory factory) {}

    @Override
    default void close() {}
}
