// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Restores the objects that a job has changed: removes the added ones, overwrites the changed ones, and adds the
 * removed ones. An object that was changed after the job is a conflict, and stays as it is.
 *
 * <p>The chunks of a job are undone one after the other, the last one first. If the objects of the kind
 * {@linkplain io.keylift.bulkimport.kind.spi.RecordSource#areIndependent are independent}, chunks without a common
 * object are undone at the same time: then each object is compared and written as it would be one after the other. A
 * chunk of which anything is rejected, deferred or warned of is undone again after all chunks before it.
 */
public final class Undo implements RecordOperation<KeptObject, Undo.Kept> {

    /** Key of all objects that are not independent. */
    private static final UniqueKey DEPENDENT = new UniqueKey("undo", "dependent", "");

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
     * @param before record of the object as it was, once it is valid; {@code null} for none
     * @param unconstrained keys of the object that no constraint keeps unique; see {@link Undo#unconstrainedKeys}
     * @param excluded keys that the object excludes; see {@link Undo#excludedKeys}
     */
    public record Kept(
            KeptObject object,
            ValidRecord<?, ?> before,
            Collection<UniqueKey> unconstrained,
            Collection<UniqueKey> excluded) {}

    /** A record, and the values that its validation has returned. */
    record ValidRecord<R, V>(R record, V valid) {}

    /** The import by which an undo restores objects as they were. */
    static JobSpec importing(JobSpec undo) {
        return with(undo, Operation.IMPORT);
    }

    static JobSpec removing(JobSpec undo) {
        return with(undo, Operation.REMOVE);
    }

    private static JobSpec with(JobSpec undo, Operation operation) {
        return new JobSpec(
                undo.id(), undo.realmId(), undo.kind(), operation, undo.chunkSize(), undo.undoes(), undo.options());
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
        return validator(images, new UndoChunkContext(context, importing(context.spec())));
    }

    private static <R> RecordValidator<KeptObject, Kept> validator(Images<R> images, ImportContext context) {
        return validator(images, images.kind(), context);
    }

    /** Makes the validator of the kind once for the chunk: it may cost more than a record. */
    private static <R, V> RecordValidator<KeptObject, Kept> validator(
            Images<R> images, ImportKind<R, V> own, ImportContext context) {
        RecordValidator<R, V> validator = own.validator(context);
        return item -> kept(item.record(), images, own, validator);
    }

    private static <R, V> Kept kept(
            KeptObject object, Images<R> images, ImportKind<R, V> own, RecordValidator<R, V> validator) {
        if (object.before() != null && object.kind().equals(own.getId())) {
            R record = images.read(object.before());
            Item<R> item = new Item<>(object.line(), record, object.key());
            V valid = validator.validate(item);
            if (!item.isRejected()) {
                return new Kept(
                        object,
                        new ValidRecord<>(record, valid),
                        own.unconstrainedKeys(valid),
                        own.excludedKeys(valid));
            }
        }
        return new Kept(object, null, List.of(), List.of());
    }

    /** An object is not unique: several records of the job may have changed it. */
    @Override
    public Collection<UniqueKey> uniqueKeys(Kept kept) {
        return List.of();
    }

    @Override
    public Collection<UniqueKey> sharedKeys(Kept kept) {
        KeptObject object = kept.object();
        boolean isIndependent = images.source().areIndependent()
                && object.kind().equals(images.kind().getId());
        if (!isIndependent || object.id() == null) {
            return List.of(DEPENDENT);
        }
        List<UniqueKey> keys = new ArrayList<>(kept.unconstrained());
        keys.add(new UniqueKey("undone object", object.id(), ""));
        return keys;
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
