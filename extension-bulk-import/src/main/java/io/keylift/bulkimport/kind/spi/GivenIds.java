// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.rows.Ids;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * Ids that the records of a chunk give to objects of one type. An id is unique in the whole database, not only in a
 * realm, and the id of an existing object never changes. {@link IdMode} decides what happens to a record with an id
 * that its object cannot have: the import rejects the record or ignores the id.
 *
 * <p>A {@link ChunkWriter} uses it while it resolves the chunk, in the transaction of the chunk.
 */
public final class GivenIds {

    /** Why a new entity cannot have the id that its record gives. */
    public static final String TAKEN = "The id is already in use. Give another one, or none.";

    /** Why the entity that exists cannot have the id that a record gives. */
    public static final String OTHER = "The entity with the key of this record has another id. Give that id, or none.";

    private final IdMode mode;
    private final Set<String> taken;

    /** @param taken the given ids that are in use */
    public GivenIds(IdMode mode, Collection<String> taken) {
        this.mode = mode;
        this.taken = new HashSet<>(taken);
    }

    /**
     * Finds the ids of a chunk that are in use, by one query.
     *
     * @param entity entity class of the objects, with the property {@code id}
     * @param given ids that records give; may contain {@code null}
     */
    public static GivenIds load(ImportContext context, Queries rows, Class<?> entity, Collection<String> given) {
        return new GivenIds(context.spec().ids(), taken(rows, entity, given));
    }

    /**
     * Sets the id of each open record, and rejects records with an id that their object cannot have. Executes one
     * query, for the ids of new objects.
     *
     * @param entity entity class of the objects, with the property {@code id}
     * @param pointer JSON pointer to the id
     * @param given returns the id that a record gives, or {@code null}
     */
    public static <W extends KeyedWork<?>> void settle(
            ImportContext context,
            Queries rows,
            Class<?> entity,
            String pointer,
            List<W> works,
            Function<W, String> given) {
        List<W> open = works.stream().filter(KeyedWork::isOpen).toList();
        GivenIds ids = load(
                context,
                rows,
                entity,
                open.stream().filter(KeyedWork::isNew).map(given).toList());
        for (W work : open) {
            String wanted = given.apply(work);
            String id = ids.settle(work.item, pointer, wanted, work.existingId);
            if (work.id == null || work.id.equals(wanted)) {
                work.id = id;
            }
        }
    }

    /**
     * The ids that are in use in any realm, by one query.
     *
     * @param ids may contain {@code null}
     */
    public static Set<String> taken(Queries rows, Class<?> entity, Collection<String> ids) {
        return new HashSet<>(rows.list(
                "select e.id from " + entity.getSimpleName() + " e where e.id in (:values)",
                String.class,
                ids.stream().filter(Objects::nonNull).toList(),
                Map.of()));
    }

    /** Whether the import rejects a record with an id that its object cannot have. */
    public boolean areStrict() {
        return mode == IdMode.STRICT;
    }

    /**
     * Decides the id of a record's object: the id of the existing object, else the given id, else a generated one.
     *
     * @param given id that the record gives, or {@code null}
     * @param existingId id of the object with the key of the record; {@code null} if there is none
     * @return {@code null} if the record was rejected
     */
    public String settle(Item<?> item, String pointer, String given, String existingId) {
        if (existingId != null) {
            return agree(item, pointer, given, existingId) ? existingId : null;
        }
        if (given != null && areStrict() && taken.contains(given)) {
            item.reject(RejectCode.CONFLICT, pointer, TAKEN);
            return null;
        }
        return ofNew(given);
    }

    /**
     * Rejects the record if ids are strict and it gives another id than that of the existing object.
     *
     * @return {@code false} if the record was rejected
     */
    public boolean agree(Item<?> item, String pointer, String given, String existingId) {
        if (given == null || given.equals(existingId) || !areStrict()) {
            return true;
        }
        item.reject(RejectCode.CONFLICT, pointer, OTHER);
        return false;
    }

    /**
     * Returns the given id, or {@code null} if the import ignores it. An id in use counts only if ids are strict: it
     * then leads to a reject, or to the object that has it.
     */
    public String counted(String given) {
        boolean counts = areStrict() || mode == IdMode.PREFER && !taken.contains(given);
        return counts ? given : null;
    }

    /**
     * Decides the id of a new object: the given id if it {@linkplain #counted counts}, else a generated one. No later
     * call returns the same id, unless ids are strict.
     */
    public String ofNew(String given) {
        String id = counted(given);
        if (id == null) {
            return Ids.next();
        }
        if (!areStrict()) {
            taken.add(id);
        }
        return id;
    }
}
