// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.List;
import java.util.function.Consumer;

/**
 * Checks the records of a chunk in its own session. All calls on a validator come from one thread.
 *
 * @param <R> class of a record
 * @param <V> class of a valid record
 */
@FunctionalInterface
public interface RecordValidator<R, V> {

    /**
     * Checks a record by itself, without SQL and without other records, and rejects its item with a JSON pointer if it
     * violates a rule.
     *
     * @return what the writer needs to know of the record; anything, {@code null} included, if the item is rejected
     */
    V validate(Item<R> item);

    /** Does work on all valid records of a chunk that requires no connection, such as hashing passwords in parallel. */
    default void prepare(List<Item<V>> items) {}

    /** A validator whose valid record is the record itself. */
    static <R> RecordValidator<R, R> of(Consumer<Item<R>> rules) {
        return item -> {
            rules.accept(item);
            return item.record();
        };
    }
}
