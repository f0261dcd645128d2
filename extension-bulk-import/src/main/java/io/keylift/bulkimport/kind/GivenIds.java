// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWork;
import io.keylift.bulkimport.kind.spi.RejectCode;
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
 * Ids that records give. An id is unique in the whole database, not only in a realm. That of a new entity must be free;
 * that of an entity that exists never changes.
 */
public final class GivenIds {

    /** Why a new entity cannot have the id that its record gives. */
    public static final String TAKEN = "The id is already in use. Give another one, or none.";

    /** Why the entity that exists cannot have the id that a record gives. */
    public static final String OTHER = "The entity with the key of this record has another id. Give that id, or none.";

    private GivenIds() {}

    /**
     * Gives the open ones of these records their id, and rejects those whose own id is not possible. One query, for the
     * ids that new records give.
     *
     * @param entity entity of the records, whose id is the property {@code id}
     * @param pointer field of the id
     * @param given id that a record gives, or {@code null}
     */
    public static <W extends KeyedWork<?>> void settle(
            Queries rows, Class<?> entity, String pointer, List<W> works, Function<W, String> given) {
        List<W> open = works.stream().filter(KeyedWork::isOpen).toList();
        Set<String> taken = taken(
                rows, entity, open.stream().filter(KeyedWork::isNew).map(given).toList());
        for (W work : open) {
            if (work.id == null) {
                work.id = Objects.requireNonNullElseGet(given.apply(work), Ids::next);
            }
            check(work.item, pointer, given.apply(work), work.existingId, taken);
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

    /**
     * Rejects the record if its id is not possible.
     *
     * @param given id that the record gives, or {@code null}
     * @param existingId id of the entity with the key of the record; {@code null} if there is none
     * @param taken ids that are in use
     */
    public static boolean check(
            Item<?> item, String pointer, String given, String existingId, Collection<String> taken) {
        if (given == null || given.equals(existingId)) {
            return true;
        }
        if (existingId == null && !taken.contains(given)) {
            return true;
        }
        item.reject(RejectCode.CONFLICT, pointer, existingId == null ? TAKEN : OTHER);
        return false;
    }
}
