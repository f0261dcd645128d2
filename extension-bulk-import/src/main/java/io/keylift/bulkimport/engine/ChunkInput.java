// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.input.Fingerprint;
import io.keylift.bulkimport.job.Warning;
import java.io.IOException;
import java.util.List;

/** Input of a run, cut into chunks. */
public abstract class ChunkInput implements AutoCloseable {

    /** The next chunk, or {@code null} at the end of the input. */
    abstract Chunk next() throws IOException;

    /** Share of the input that has been read, from 0 to 1, or {@code NaN} if its size is unknown. */
    abstract double readShare();

    /** Fingerprint of the bytes read so far. */
    abstract Fingerprint fingerprint();

    /** Warnings about the input as a whole, once it has been read. */
    List<Warning> warnings() {
        return List.of();
    }

    /** Whether the input has been read to its end. */
    abstract boolean isComplete();

    @Override
    public void close() throws IOException {
        // Not every input holds resources.
    }
}
