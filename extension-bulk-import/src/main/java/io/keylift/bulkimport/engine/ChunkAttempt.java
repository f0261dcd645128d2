// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

/**
 * One run of an operation over the checked records of a chunk, from its first query to its commit.
 *
 * <p>An attempt that does not commit throws. Nothing of it is stored then, but its items have the rejects and outcomes
 * that it has found. {@link ChunkStates} names the next state.
 */
@FunctionalInterface
interface ChunkAttempt<V> {

    ChunkResult commit(ChunkWork<V> work);

    /** Another job took one of the keys after this chunk began. Resolving the records again finds its owner. */
    final class KeysTakenException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Another transaction is changing or removing the realm. */
    final class RealmBusyException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
