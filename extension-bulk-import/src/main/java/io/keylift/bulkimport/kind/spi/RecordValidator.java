// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.List;
import java.util.function.Consumer;

/**
 * Checks the records of a chunk, in a session that ends before the chunk is written. The engine calls {@link #validate}
 * for each record, then {@link #prepare}, all on one thread. It repeats both after a temporary failure, and if parts of
 * a record are left out.
 *
 * @param <R> class of a record
 * @param <V> class of a valid record
 */
@FunctionalInterface
public interface RecordValidator<R, V> {

    /**
     * Checks a record on its own, and {@linkplain Item#reject rejects} it if it violates a rule. Must not execute SQL
     * or look at other records.
     *
     * @return the valid record, for the writer; ignored if the item is rejected
     */
    V validate(Item<R> item);

    /**
     * Does slow work for all valid records of a chunk, such as hashing passwords by {@link ImportContext#onAllCores}.
     * Must not hold a database connection.
     */
    default void prepare(List<Item<V>> items) {}

    /** Creates a validator whose valid record is the record itself. */
    static <R> RecordValidator<R, R> of(Consumer<Item<R>> rules) {
        return item -> {
            rules.accept(item);
            return item.record();
        };
    }
}
