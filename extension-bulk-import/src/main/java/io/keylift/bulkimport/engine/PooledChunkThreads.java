// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;

/** Threads of a pool. No more chunks are in flight than the pool has threads, whichever threads they are on. */
final class PooledChunkThreads implements ChunkThreads {

    private final ThreadPoolExecutor pool;
    private final Semaphore free;

    PooledChunkThreads(ThreadPoolExecutor pool) {
        this.pool = pool;
        free = new Semaphore(pool.getMaximumPoolSize(), true);
    }

    @Override
    public void execute(Runnable work) {
        pool.execute(() -> {
            free.acquireUninterruptibly();
            run(work);
        });
    }

    /** A chunk that waits for a thread of the pool goes first. */
    @Override
    public boolean runHere(Runnable work) {
        boolean isFree = pool.getQueue().isEmpty() && free.tryAcquire();
        if (isFree) {
            run(work);
        }
        return isFree;
    }

    private void run(Runnable work) {
        try {
            work.run();
        } finally {
            free.release();
        }
    }

    /** These threads, with the notes of a request. */
    ChunkThreads with(RequestLocals request) {
        ChunkThreads here = this;
        return new ChunkThreads() {
            @Override
            public void execute(Runnable work) {
                here.execute(() -> request.run(work));
            }

            @Override
            public boolean runHere(Runnable work) {
                return here.runHere(() -> request.run(work));
            }
        };
    }
}
