// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.NoPassword;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Gives back what a job has changed: removes what it added, overwrites what it changed, adds what it removed. What is
 * no longer as the job left it is a conflict, and stays as it is.
 *
 * <p>The chunks of a job are undone one after the other, the last one first.
 */
public final class Undo implements RecordOperation<KeptObject, Undo.Kept> {

    private final ImportKind<?, ?> kind;
    private final Images<?> images;
    private final Function<String, ImportKind<?, ?>> kindOf;

    /**
     * @param kind kind of the job
     * @param kindOf finds a kind by its id; {@code null} if this server does not have it
     */
    public Undo(ImportKind<?, ?> kind, Function<String, ImportKind<?, ?>> kindOf) {
        this.kind = kind;
        images = Images.ofJob(kind);
        this.kindOf = kindOf;
    }

    /**
     * A kept object.
     *
     * @param unconstrained keys of the object that no constraint keeps unique; see {@link Undo#unconstrainedKeys}
     * @param excluded keys that the object excludes; see {@link Undo#excludedKeys}
     */
    public record Kept(KeptObject object, Collection<UniqueKey> unconstrained, Collection<UniqueKey> excluded) {}

    /** What a job writes for an undo: the import of objects as they were. */
    static JobSpec importing(JobSpec undo) {
        return with(undo, Operation.IMPORT);
    }

    static JobSpec removing(JobSpec undo) {
        return with(undo, Operation.REMOVE);
    }

    private static JobSpec with(JobSpec undo, Operation operation) {
        return new JobSpec(
                undo.id(),
                undo.realmId(),
                undo.kind(),
                operation,
                undo.ifExists(),
                undo.ids(),
                undo.dryRun(),
                undo.chunkSize(),
                false,
                false,
                undo.undoes(),
                Map.of(),
                Set.of(),
                NoPassword.ACCEPT);
    }

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        kind.requirePermission(Operation.UNDO, permissions, realm);
    }

    @Override
    public String key(KeptObject object) {
        return object.key();
    }

    @Override
    public RecordValidator<KeptObject, Kept> validator(ImportContext context) {
        return item -> kept(item.record(), images.kind(), new UndoChunkContext(context, importing(context.spec())));
    }

    private <R, V> Kept kept(KeptObject object, ImportKind<R, V> own, ImportContext context) {
        if (object.before() != null && object.kind().equals(own.getId())) {
            R before = Images.of(own).read(object.before());
            Item<R> item = new Item<>(object.line(), before, object.key());
            V valid = own.validator(context).validate(item);
            if (!item.isRejected()) {
                return new Kept(object, own.unconstrainedKeys(valid), own.excludedKeys(valid));
            }
        }
        return new Kept(object, List.of(), List.of());
    }

    /** Only one chunk is in flight. */
    @Override
    public Collection<UniqueKey> uniqueKeys(Kept kept) {
        return List.of();
    }

    @Override
    public Collection<UniqueKey> unconstrainedKeys(Kept kept) {
        return kept.unconstrained();
    }

    @Override
    public Collection<UniqueKey> excludedKeys(Kept kept) {
        return kept.excluded();
    }

    @Override
    public ChunkWriter<Kept> writer(ImportContext context) {
        return new UndoWriter(context, images, kindOf);
    }
}
