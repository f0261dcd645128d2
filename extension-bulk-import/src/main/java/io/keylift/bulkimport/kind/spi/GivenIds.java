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
 * realm. That of an object that exists never changes. {@link IdMode} decides what becomes of an id that an object
 * cannot have: the record is rejected, or the id is ignored.
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
     * The ids of a chunk. One query.
     *
     * @param entity type of the objects, whose id is the property {@code id}
     * @param given ids that records give, of which some may be {@code null}
     */
    public static GivenIds load(ImportContext context, Queries rows, Class<?> entity, Collection<String> given) {
        return new GivenIds(context.spec().ids(), taken(rows, entity, given));
    }

    /**
     * Gives the open ones of these records their id, and rejects those whose own id is not possible. One query, for the
     * ids that new records give.
     *
     * @param entity entity of the records, whose id is the property {@code id}
     * @param pointer field of the id
     * @param given id that a record gives, or {@code null}
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

    /** Those of the ids, of which some may be {@code null}, that an entity of any realm has. */
    public static Set<String> taken(Queries rows, Class<?> entity, Collection<String> ids) {
        return new HashSet<>(rows.list(
                "select e.id from " + entity.getSimpleName() + " e where e.id in (:values)",
                String.class,
                ids.stream().filter(Objects::nonNull).toList(),
                Map.of()));
    }

    /** Whether a record is rejected if its object cannot have the id that it gives. */
    public boolean areStrict() {
        return mode == IdMode.STRICT;
    }

    /**
     * The id of a record's object: that of the object that exists, otherwise the given one or a generated one.
     *
     * @param given id that the record gives, or {@code null}
     * @param existingId id of the object with the key of the record; {@code null} if there is none
     * @return {@code null} after a reject
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

    /** Rejects the record if it gives another id than the object has that exists, and ids are strict. */
    public boolean agree(Item<?> item, String pointer, String given, String existingId) {
        if (given == null || given.equals(existingId) || !areStrict()) {
            return true;
        }
        item.reject(RejectCode.CONFLICT, pointer, OTHER);
        return false;
    }

    /**
     * What counts of the id that a record gives, or {@code null}: an id that is in use counts only if ids are strict,
     * because then it is a reject, or the way to find an object.
     */
    public String counted(String given) {
        boolean counts = areStrict() || mode == IdMode.PREFER && !taken.contains(given);
        return counts ? given : null;
    }

    /** The id of a new object: the given one as far as it counts, else a generated one. No other object gets it. */
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
