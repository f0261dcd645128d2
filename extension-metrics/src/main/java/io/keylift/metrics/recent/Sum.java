// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

/**
 * Figures that can be added up. Not thread-safe.
 *
 * @param <E> what it sums up
 * @param <S> the same kind of sum
 */
interface Sum<E, S extends Sum<E, S>> {

    /** Adds one event. */
    void add(E event);

    /** Adds the events of another sum. */
    void addAll(S more);
}
