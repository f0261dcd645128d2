// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.Warning;
import java.util.Collection;
import java.util.List;
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
 */
public interface ImportKind<R> extends ProviderFactory<ImportKind<R>>, Provider {

    /** Class that a record is read into, by Jackson. */
    Class<R> recordType();

    /** What a record describes, in one sentence, for the list of kinds, the OpenAPI document and the console. */
    String description();

    /** Fields that identify a record, as text for the list of kinds. */
    String keyField();

    /** Examples of records, and what the schema cannot derive from the record's class. Called once. */
    RecordShape shape();

    /** Permission that an import requires, as text for the list of kinds, for example {@code manage-users}. */
    String requiredPermission();

    /**
     * Requires the permission to import this kind.
     *
     * @throws jakarta.ws.rs.ForbiddenException if the caller cannot import any record of this kind
     */
    void requirePermission(AdminPermissionEvaluator permissions);

    /**
     * Whether a caller with {@link #requirePermission} has permission for every record of this kind, and so sees and
     * controls the jobs of others. {@code false} if each record requires a permission of its own.
     */
    default boolean isUnrestricted(AdminPermissionEvaluator permissions) {
        return true;
    }

    /**
     * Reason why the realm cannot import this kind in its present state, as a sentence for users; {@code null} if it
     * can.
     */
    default String obstacle(KeycloakSession session, RealmModel realm) {
        return null;
    }

    /** Key of the record as rejects and results show it; {@code null} if it has none. */
    String key(R record);

    /**
     * Unique keys of the record in the realm, its own key first. The engine never writes two records of an import with
     * a common unique key at the same time, and rejects the later one within a chunk.
     */
    Collection<UniqueKey> uniqueKeys(R record);

    /**
     * Keys of shared data that the record changes, such as a missing parent group that it creates. The engine writes
     * records of different chunks with a common shared key in the order of the input. Within a chunk, the importer
     * keeps the order. A dry run treats shared data of an earlier chunk as existing.
     */
    default Collection<UniqueKey> sharedKeys(R record) {
        return List.of();
    }

    /**
     * Keys that the record excludes without having them itself. Example: if users sign in with email addresses, a
     * username must not be the email address of another user. The engine writes a record that has a key and a record
     * that excludes it in the order of the input. The importer rejects the conflict.
     */
    default Collection<UniqueKey> excludedKeys(R record) {
        return List.of();
    }

    /**
     * Keys of {@link #uniqueKeys} that no constraint of the database keeps unique. Two jobs that write such a key at
     * the same time wait for each other. The same applies to {@link #excludedKeys}.
     */
    default Collection<UniqueKey> unconstrainedKeys(R record) {
        return List.of();
    }

    /**
     * Warning that the job reports if it applies to nearly all of many added records; {@code null} if there is none.
     * The sentence must not depend on the record.
     */
    default Warning warning(R record) {
        return null;
    }

    /** Creates the importer of a chunk for one session. See {@link ChunkImporter} for its sessions and threads. */
    ChunkImporter<R> importer(ImportContext context);

    /** Whether the kind supports {@code op=remove}. If so, it also implements {@link #remover}. */
    default boolean isRemovable() {
        return false;
    }

    /**
     * Requires the permission to remove records of this kind. If the permission depends on the record, as with
     * fine-grained permissions, the remover checks each record.
     *
     * @throws jakarta.ws.rs.ForbiddenException if the caller cannot remove any record of this kind
     */
    default void requireRemovalPermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        requirePermission(permissions);
    }

    /**
     * Fields that a removal reads. It ignores all other fields, whatever their names and values. Empty if a removal
     * reads whole records.
     */
    default Set<String> removalFields() {
        return Set.of();
    }

    /** Key of a record to remove as rejects and results show it; {@code null} if it has none. */
    default String removalKey(R record) {
        return key(record);
    }

    /** Keys that identify what a record removes. A removal uses them as an import uses {@link #uniqueKeys}. */
    default Collection<UniqueKey> removalKeys(R record) {
        return uniqueKeys(record);
    }

    /**
     * Creates the remover of a chunk for one session, with the same steps as an importer.
     *
     * A remover requires only the key of a record, so that an input of keys and the imported input both work. What
     * exists becomes {@link io.keylift.bulkimport.job.Outcome#REMOVED} by {@link Item#removed}; what does not exist
     * becomes {@link io.keylift.bulkimport.job.Outcome#SKIPPED}. The remover locks the rows in an order that does not
     * depend on the input before it relies on them, because other transactions may remove the same rows.
     */
    default ChunkImporter<R> remover(ImportContext context) {
        throw new UnsupportedOperationException("Nothing of kind " + getId() + " can be removed");
    }

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
