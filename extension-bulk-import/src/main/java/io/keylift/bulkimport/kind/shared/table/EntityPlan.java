// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.table;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The changes that a record makes to an entity.
 *
 * @param <E> the entity
 */
public final class EntityPlan<E> {

    private final StoredEntity<E> stored;
    private final List<Column.Change<E, ?>> columns;
    private final Map<ChildTable<E, ?, ?>, Object> children;

    /** @param children new values of the tables in which the entity changes */
    EntityPlan(StoredEntity<E> stored, List<Column.Change<E, ?>> columns, Map<ChildTable<E, ?, ?>, Object> children) {
        this.stored = stored;
        this.columns = List.copyOf(columns);
        this.children = new HashMap<>(children);
    }

    public boolean isChange() {
        return changesRow() || !children.isEmpty();
    }

    /** Whether the own row of the entity changes. */
    public boolean changesRow() {
        return !columns.isEmpty();
    }

    /** Whether the column of a field changes. */
    public boolean changes(String field) {
        return columns.stream().anyMatch(change -> change.column().field().equals(field));
    }

    public boolean changes(ChildTable<E, ?, ?> table) {
        return children.containsKey(table);
    }

    /** Value of the entity in one of its tables after the change. */
    @SuppressWarnings("unchecked") // EntityTable plans values of the table's type
    public <V> V after(ChildTable<E, ?, V> table) {
        return changes(table) ? (V) children.get(table) : stored.get(table);
    }

    /** Value of a column before the change; {@code null} if it does not change, or had none. */
    public Object before(String field) {
        return columns.stream()
                .filter(change -> change.column().field().equals(field))
                .findFirst()
                .map(Column.Change::before)
                .orElse(null);
    }

    /** Changes the row. */
    void apply() {
        columns.forEach(change -> change.apply(stored.row()));
    }
}
