// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.table;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.TextRules;
import java.util.Objects;
import java.util.Optional;

/**
 * A column of an entity, and the field of a record that sets it.
 *
 * @param <E> the entity
 * @param <R> class of a record
 * @param <V> type of the value
 * @param field name of the field
 * @param rule rule of the field
 * @param length maximum number of characters of a text
 */
record Column<E, R, V>(String field, FieldRule rule, int length, Property<R, V> given, Property<E, V> stored) {

    /**
     * A new value of a column.
     *
     * @param before the stored value
     */
    record Change<E, V>(Column<E, ?, V> column, V before, V after) {

        void apply(E row) {
            column.stored.set(row, after);
        }
    }

    void check(Item<R> item) {
        if (given.get(item.record()) instanceof String text) {
            TextRules.check(item, text, length, "/" + field);
        }
    }

    void insert(E row, R record) {
        stored.set(row, wanted(record));
    }

    /** The change of a row by a record; empty if nothing changes. */
    Optional<Change<E, V>> difference(E row, R record, boolean merge) {
        boolean isLeftOut = given.get(record) == null && (merge || !rule.isReset());
        V before = stored.get(row);
        V after = rule.isKey() || isLeftOut ? before : wanted(record);
        return Objects.equals(before, after) ? Optional.empty() : Optional.of(new Change<>(this, before, after));
    }

    /** Sets the value from the result of a query. */
    @SuppressWarnings("unchecked") // a query gives values of the type of the property
    void fill(E row, Object value) {
        stored.set(row, (V) value);
    }

    void show(E row, R record) {
        given.set(record, stored.get(row));
    }

    @SuppressWarnings("unchecked") // the rule of a field has a default of its type: a text or a truth value
    private V wanted(R record) {
        V value = given.get(record);
        boolean isNone = value == null || rule.blankIsNone() && value instanceof String text && text.isBlank();
        return isNone ? (V) constant(rule.initial().value()) : value;
    }

    private static Object constant(JsonNode value) {
        if (value.isNull()) {
            return null;
        }
        return value.isBoolean() ? value.booleanValue() : value.asText();
    }
}
