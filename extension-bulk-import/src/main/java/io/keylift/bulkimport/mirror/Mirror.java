// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.mirror;

import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.DelegatingOperation;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.verification.ComparedContext;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Makes a kind equal to a stream of records: the import of the records, and the removal of objects that none of them
 * names.
 *
 * @param <R> class of a record
 * @param <V> class of a validated record
 */
public final class Mirror<R, V> extends DelegatingOperation<R, V> {

    private final ImportKind<R, V> kind;
    private final KeyReader<R> keys;

    /** @param kind a kind that has a source and a removal */
    public Mirror(ImportKind<R, V> kind) {
        super(kind);
        this.kind = kind;
        this.keys = new KeyReader<>(kind);
    }

    public ImportKind<R, V> kind() {
        return kind;
    }

    /** The objects that the records of the job name. */
    public ListedObjects<R> named(String uid) {
        return new ListedObjects<>(kind, keys, uid);
    }

    /** The objects that no record of the job names. */
    public ScopedUnlistedObjects<R> unnamed(String uid, JobSpec spec) {
        return new ScopedUnlistedObjects<>(kind, named(uid), spec.scope());
    }

    /**
     * The removal of objects that no record names.
     *
     * @param before called in the transaction of each chunk, before it removes anything
     */
    public RecordOperation<R, ?> removal(JobSpec spec, Consumer<ImportContext> before) {
        return removal(kind.removal(), spec, before);
    }

    private <U> RecordOperation<R, U> removal(
            RecordOperation<R, U> removal, JobSpec spec, Consumer<ImportContext> before) {
        return new MirrorRemoval<>(kind, removal, ScopedUnlistedObjects.selection(kind, spec.scope()), before);
    }

    /**
     * Requires that the values of a scope name objects that the caller may view.
     *
     * @throws io.keylift.bulkimport.kind.spi.SelectionException with a message for the caller
     */
    public void requireKnown(Map<String, String> scope, ReadContext context) {
        kind.source().select(new ComparedContext(context), ScopedUnlistedObjects.selection(kind, scope), Set.of());
    }

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        kind.requirePermission(Operation.MIRROR, permissions, realm);
    }
}
