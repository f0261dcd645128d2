// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.table;

import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;

/**
 * A table with rows that belong to those of an entity, such as attributes. The rows of one entity are one value.
 *
 * @param <E> the entity
 * @param <W> class of the work on a record
 * @param <V> type of the value, which is immutable
 */
public interface ChildTable<E, W, V> {

    /** Name of the field that sets the value; {@code null} if several fields do. */
    String field();

    /** Rule of that field; {@code null} if several fields set the value. */
    FieldRule rule();

    /** Value of an entity without rows. */
    V none();

    /** The values by the id of the entity, in a number of queries that does not depend on the number of entities. */
    Map<String, V> load(Queries rows, Collection<String> ids);

    /** Whether an import has to read the stored value. Otherwise the value stays unchanged. */
    default boolean isRead(W work) {
        return true;
    }

    /**
     * The value that an entity has after the import of a record.
     *
     * @param stored the stored value; {@link #none} for a new entity
     */
    V wanted(W work, V stored, boolean merge);

    /** Whether two values have the same rows. */
    default boolean same(V one, V other) {
        return Objects.equals(one, other);
    }

    /** The rows of a chunk. */
    ChildRows<E, V> rows(EntityManager em);
}
