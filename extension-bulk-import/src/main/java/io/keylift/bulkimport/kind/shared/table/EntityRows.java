// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.table;

import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.StoredRows;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;

/** Rows of a chunk's objects, collected and then written table by table. */
final class EntityRows<E, R, W extends EntityWork<E, R>> {

    private final EntityManager em;
    private final StoredRows<E> stored;
    private final List<E> added = new ArrayList<>();
    private final List<E> changed = new ArrayList<>();
    private final List<Child<?>> children;

    /** The rows of a table below. */
    private final class Child<V> {

        private final ChildTable<E, ? super W, V> table;
        private final ChildRows<E, V> rows;

        Child(ChildTable<E, ? super W, V> table) {
            this.table = table;
            rows = table.rows(em);
        }

        void add(W work) {
            rows.change(work.row, work.id, table.none(), table.wanted(work, table.none(), false));
        }

        void change(W work) {
            if (work.plan.changes(table)) {
                rows.change(work.stored.row(), work.id, work.stored.get(table), work.plan.after(table));
            }
        }
    }

    /** @param stored rows of the objects that change; {@code null} if all objects are new */
    EntityRows(EntityManager em, EntityTable<E, R, W> table, StoredRows<E> stored) {
        this.em = em;
        this.stored = stored;
        children = new ArrayList<>();
        table.children().forEach(this::child);
    }

    private <V> void child(ChildTable<E, ? super W, V> table) {
        children.add(new Child<>(table));
    }

    void add(W work) {
        added.add(work.row);
        children.forEach(child -> child.add(work));
    }

    void change(W work) {
        work.plan.apply();
        changed.add(work.stored.row());
        children.forEach(child -> child.change(work));
    }

    /** Updates, then deletes obsolete rows and inserts new ones, referenced tables first. */
    void write() {
        if (!changed.isEmpty()) {
            stored.update(changed);
        }
        BulkInsert.insert(em, added);
        children.forEach(child -> child.rows.write());
    }
}
