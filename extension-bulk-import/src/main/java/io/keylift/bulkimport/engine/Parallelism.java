// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.place.Processors;

/** Decides how many chunks of a job may be in flight. */
interface Parallelism {

    /** Chunks that may be in flight now, at least 1. */
    int limit();

    /**
     * Learns that a chunk is put in flight.
     *
     * @param now {@link System#nanoTime()}
     */
    default void begun(long now) {}

    /**
     * Learns from a chunk that was committed.
     *
     * @param records records in the chunk
     * @param connectionWaitNanos how long the chunk waited for its database connection
     * @param now {@link System#nanoTime()}
     */
    default void committed(int records, long connectionWaitNanos, long now) {}

    static Parallelism of(ImportOptions options, int max) {
        if (options.stopOnReject()) {
            return fixed(1); // nothing after the first reject may be written
        }
        if (options.parallelism() != 0) {
            return fixed(Math.min(options.parallelism(), max));
        }
        // Even of an undo whose chunks follow each other, one is read and checked while another is written.
        return new AdaptiveParallelism(max, options.spec().isUndo() ? 2 : 1, Processors.ofNode());
    }

    /** Always the same number. */
    static Parallelism fixed(int limit) {
        return () -> limit;
    }
}
