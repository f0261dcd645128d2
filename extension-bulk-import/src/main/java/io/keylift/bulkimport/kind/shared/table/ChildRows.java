// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.table;

/**
 * Rows of a {@link ChildTable} to insert and to delete, collected and then written with a constant number of
 * statements.
 *
 * @param <E> the entity
 * @param <V> type of the value
 */
public interface ChildRows<E, V> {

    /** Adds the difference between two values of an entity. */
    void change(E row, String id, V before, V after);

    /** Deletes obsolete rows and inserts new ones. The rows of the entities exist. */
    void write();
}
