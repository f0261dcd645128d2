// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The columns of an entity that a record sets, each with its default. If a record omits a column ({@code null}), a new
 * row gets the default, overwriting resets the column to the default, and merging keeps the stored value.
 * @param <E> the entity
 * @param <R> what a record says
 */
public final class Columns<E, R> {

    private final List<Column<E, R, ?>> columns;

    private record Column<E, R, T>(Function<R, T> given, Function<E, T> stored, BiConsumer<E, T> setter, T standard) {

        T value(R record) {
            T value = given.apply(record);
            return value == null ? standard : value;
        }

        void insert(E row, R record) {
            setter.accept(row, value(record));
        }

        boolean change(E row, R record, boolean merge) {
            T value = value(record);
            if (merge && given.apply(record) == null || Objects.equals(stored.apply(row), value)) {
                return false;
            }
            setter.accept(row, value);
            return true;
        }
    }

    private Columns(List<Column<E, R, ?>> columns) {
        this.columns = columns;
    }

    public static <E, R> Columns<E, R> none() {
        return new Columns<>(List.of());
    }

    /** These columns and another one, whose default is {@code null}. */
    public <T> Columns<E, R> with(Function<R, T> given, Function<E, T> stored, BiConsumer<E, T> setter) {
        return with(given, stored, setter, null);
    }

    /** These columns and another one. */
    public <T> Columns<E, R> with(Function<R, T> given, Function<E, T> stored, BiConsumer<E, T> setter, T standard) {
        List<Column<E, R, ?>> more = new ArrayList<>(columns);
        more.add(new Column<>(given, stored, setter, standard));
        return new Columns<>(List.copyOf(more));
    }

    /** Fills a new row. */
    public void insert(E row, R record) {
        columns.forEach(column -> column.insert(row, record));
    }

    /** Changes a stored row. Returns whether anything changed. */
    public boolean change(E row, R record, boolean merge) {
        boolean changed = false;
        for (Column<E, R, ?> column : columns) {
            changed |= column.change(row, record, merge);
        }
        return changed;
    }
}
