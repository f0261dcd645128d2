// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.table;

import java.util.Map;

/**
 * An entity as it is stored, with its rows of child tables.
 *
 * @param <E> the entity
 * @param row its own row
 * @param children values by table; tables without rows of the entity are missing
 */
public record StoredEntity<E>(E row, Map<ChildTable<E, ?, ?>, Object> children) {

    public StoredEntity {
        children = Map.copyOf(children);
    }

    /** Value of the entity in one of its tables. */
    @SuppressWarnings("unchecked") // EntityTable gives each table values of its type
    public <V> V get(ChildTable<E, ?, V> table) {
        return (V) children.getOrDefault(table, table.none());
    }
}
