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
 * An operation on the records of a kind. An {@link ImportKind} is the operation of its import;
 * {@link ImportKind#removal} returns that of its removal. One instance serves all jobs and threads.
 *
 * <p>A chunk goes through two sessions. In the first, a {@link RecordValidator} turns each record into a valid one,
 * without SQL. In the second, which has the transaction of the chunk, a {@link ChunkWriter} resolves and writes the
 * valid records. The methods about keys are called between the two; they must not execute SQL.
 *
 * @param <R> class of a record
 * @param <V> class of a valid record, which has what the writer needs; often the record itself
 */
public interface RecordOperation<R, V> {

    /**
     * Requires the caller's permission for this operation. Called in the session of the request, and again in the
     * transaction of each chunk, because permissions may end during a job.
     *
     * @throws ForbiddenException if the caller may not apply the operation to any record of the kind
     */
    void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm);

    /**
     * Fields of a record that the operation reads. All others are ignored, whatever their names and values.
     *
     * @return an empty set if the operation reads all fields
     */
    default Set<String> fields() {
        return Set.of();
    }

    /**
     * Key of a record as rejects and results show it. Called before validation, so any field may be missing.
     *
     * @return {@code null} if the record has no key
     */
    String key(R record);

    /**
     * Creates the validator of a chunk.
     *
     * @param context session of the validation
     */
    RecordValidator<R, V> validator(ImportContext context);

    /**
     * Unique keys of the record in the realm, its own key first. If two records of a chunk have a common unique key,
     * the engine rejects the later one. If the records are in different chunks, it writes them in the order of the
     * input.
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
     * Keys that no other record may have, although this record does not have them itself. Example: if users sign in
     * with email addresses, a username must not be the email address of another user. The engine writes a record that
     * has a key and a record that excludes it in the order of the input. The writer rejects the conflict.
     */
    default Collection<UniqueKey> excludedKeys(V valid) {
        return List.of();
    }

    /**
     * The {@link #uniqueKeys} that no constraint of the database keeps unique. If two jobs write such a key at the same
     * time, one waits for the other. The engine treats {@link #excludedKeys} in the same way.
     */
    default Collection<UniqueKey> unconstrainedKeys(V valid) {
        return List.of();
    }

    /**
     * Warning about an added record. The job reports it once, if it applies to nearly all of many added records. Its
     * sentence must not depend on the record.
     *
     * @return {@code null} if there is none
     */
    default Warning warning(V valid) {
        return null;
    }

    /**
     * Creates the writer of a chunk for one attempt.
     *
     * @param context session with the transaction of the attempt
     */
    ChunkWriter<V> writer(ImportContext context);
}
