// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.table;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWork;
import java.util.Map;

/**
 * The work on a record of an {@link EntityTable} in one attempt to write its chunk.
 *
 * @param <E> the entity
 * @param <R> class of a record
 */
public abstract class EntityWork<E, R> extends KeyedWork<R> {

    /** Row of a new object, once it is written. */
    E row;

    /** The existing object; empty for a new one. */
    StoredEntity<E> stored = new StoredEntity<>(null, Map.of());

    /** The change of an existing object; {@code null} if it is new. */
    EntityPlan<E> plan;

    protected EntityWork(Item<R> item) {
        super(item);
    }

    /** The existing object as it is stored; without a row if the object is new. */
    public final StoredEntity<E> stored() {
        return stored;
    }

    /** The change of an existing object; {@code null} if it is new. */
    public final EntityPlan<E> plan() {
        return plan;
    }

    @Override
    public boolean isChange() {
        return plan != null && plan.isChange();
    }
}
