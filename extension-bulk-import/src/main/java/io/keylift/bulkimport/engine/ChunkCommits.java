// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.ImportJob;
import java.util.Arrays;

/** Commits chunks and notifies the listener. */
final class ChunkCommits {

    private final ImportListener listener;

    ChunkCommits(ImportListener listener) {
        this.listener = listener;
    }

    /** @throws OtherChunkException if another run of the job committed the chunk first, with different input */
    ChunkResult commit(ChunkProcessor<?> processor, Chunk chunk) throws InterruptedException {
        ImportJob part = processor.job();
        listener.chunkStarted(part, chunk.number());
        try {
            ChunkResult done = processor.process(chunk);
            if (chunk.pass() == Chunk.Pass.INPUT && !Arrays.equals(done.entry().digest(), chunk.digest())) {
                throw new OtherChunkException();
            }
            listener.chunkCommitted(part, done.entry(), done.times());
            return done;
        } catch (InterruptedException | RuntimeException | Error e) {
            listener.chunkFailed(part, chunk.number(), e);
            throw e;
        }
    }

    /** Another run of the job committed this chunk first, with different input. */
    static final class OtherChunkException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private OtherChunkException() {
            super("Another run has committed another chunk");
        }
    }
}
