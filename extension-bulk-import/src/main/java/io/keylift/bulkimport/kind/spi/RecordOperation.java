// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.Warning;
import jakarta.ws.rs.ForbiddenException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Treatment of a kind's records by one operation. {@link ImportKind} itself describes the import;
 * {@link ImportKind#removal} describes the removal.
 *
 * <p>A chunk goes through two sessions. In the first, a {@link RecordValidator} turns each record into a valid one,
 * without SQL. In the second, the transaction of the chunk, a {@link ChunkWriter} resolves and writes the valid ones.
 *
 * @param <R> class of a record
 * @param <V> class of a valid record: what the writer needs to know of it, often the record itself
 */
public interface RecordOperation<R, V> {

    /**
     * Requires the permission for this operation.
     *
     * @throws ForbiddenException if the caller may not do this with any record of the kind
     */
    void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm);

    /**
     * Fields that are read of a record; all others are ignored, whatever their names and values. Empty if records are
     * read whole.
     */
    default Set<String> fields() {
        return Set.of();
    }

    /** Key of the record as rejects and results show it; {@code null} if it has none. */
    String key(R record);

    /** Creates the validator of a chunk for one session. */
    RecordValidator<R, V> validator(ImportContext context);

    /**
     * Unique keys of the record in the realm, its own key first. The engine never writes two records of a job with a
     * common unique key at the same time, and rejects the later one within a chunk.
     */
    Collection<UniqueKey> uniqueKeys(V valid);

    /**
     * Keys of shared data that the record changes, such as a missing parent group that it creates. The engine writes
     * records of different chunks with a common shared key in the order of the input. Within a chunk, the writer keeps
     * the order. A dry run treats shared data of an earlier chunk as existing.
     */
    default Collection<UniqueKey> sharedKeys(V valid) {
        return List.of();
    }

    /**
     * Keys that the record excludes without having them itself. Example: if users sign in with email addresses, a
     * username must not be the email address of another user. The engine writes a record that has a key and a record
     * that excludes it in the order of the input. The writer rejects the conflict.
     */
    default Collection<UniqueKey> excludedKeys(V valid) {
        return List.of();
    }

    /**
     * Keys of {@link #uniqueKeys} that no constraint of the database keeps unique. Two jobs that write such a key at
     * the same time wait for each other. The same applies to {@link #excludedKeys}.
     */
    default Collection<UniqueKey> unconstrainedKeys(V valid) {
        return List.of();
    }

    /**
     * Warning that the job reports if it applies to nearly all of many added records; {@code null} if there is none.
     * The sentence must not depend on the record.
     */
    default Warning warning(V valid) {
        return null;
    }

    /** Creates the writer of a chunk for one attempt. */
    ChunkWriter<V> writer(ImportContext context);
}
