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
 * A kind of objects that can be imported, such as users, and the {@link RecordOperation} of its import. The REST
 * endpoints, the engine, exports and the documentation find all parts of the kind here.
 *
 * <p>To add a kind, implement this interface and name the class in
 * {@code META-INF/services/io.keylift.bulkimport.kind.spi.ImportKind} of your JAR. Keycloak creates one instance when
 * the server starts. It serves all requests, jobs and threads, so it must be thread-safe and must not keep state of a
 * request.
 *
 * @param <R> class of a record
 * @param <V> class of a valid record, often the record itself
 */
public interface ImportKind<R, V> extends RecordOperation<R, V>, ProviderFactory<ImportKind<R, V>>, Provider {

    /** Id, class of records, and texts for people. */
    KindInfo<R> info();

    /** Examples and rules of fields: everything about records that does not follow from their class. */
    RecordShape shape();

    /**
     * Whether a caller who passes {@link #requirePermission} has permission for every record of the kind. Such callers
     * also see and control the jobs of others. Return {@code false} if single records require permissions of their own.
     * Called in the session of a request.
     */
    default boolean isUnrestricted(AdminPermissionEvaluator permissions) {
        return true;
    }

    /**
     * Ids of the kinds to whose objects records of this kind refer, whether these kinds are installed or not. An export
     * of several kinds writes those first, and imports use the same order.
     *
     * @return {@code null} if the references are unknown; the kind then comes after all kinds that declare theirs
     */
    default Set<String> refersTo() {
        return null;
    }

    /**
     * Reason why the realm cannot import this kind in its present state, such as a disabled feature. Called before a
     * job starts; it must not write.
     *
     * @return a sentence for users; {@code null} if the realm can import the kind
     */
    default String obstacle(KeycloakSession session, RealmModel realm) {
        return null;
    }

    /**
     * The operation of {@code op=remove}.
     *
     * <p>A removal reads only the key of a record, so that both an input of keys and the imported input work. An
     * existing object is removed, and its record gets {@link io.keylift.bulkimport.job.Outcome#REMOVED} by
     * {@link ItemResult#removed}. A record whose object does not exist gets
     * {@link io.keylift.bulkimport.job.Outcome#SKIPPED}. Other transactions may remove the same objects, so the writer
     * must lock their rows before it reads them, in an order that does not depend on the input: see
     * {@link LockedRows#lockToRemove}.
     *
     * @return {@code null} if objects of the kind cannot be removed
     */
    default RecordOperation<R, ?> removal() {
        return null;
    }

    /** Whether the kind supports {@code op=remove}. */
    default boolean isRemovable() {
        return removal() != null;
    }

    /**
     * Reads the objects of the kind, for exports and verifications. With a {@link #removal}, the kind can also be
     * mirrored, and its jobs can be undone.
     *
     * @return {@code null} if objects of the kind cannot be exported
     */
    default RecordSource<R> source() {
        return null;
    }

    /**
     * The objects of another kind that records of this kind change.
     *
     * @return {@code null} if the kind has objects of its own, or if its jobs cannot be undone
     */
    default ChangedObjects<R, ?> changes() {
        return null;
    }

    /** Whether a job that imports the kind can be undone. */
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
     * Requires the caller's permission for an operation. An operation that the kind lacks requires the permission of
     * the import.
     *
     * @throws jakarta.ws.rs.ForbiddenException if the caller may not apply the operation to any record of the kind
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
