// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A thread that no request can occupy. It ends when there is nothing to do; the next task starts another. */
final class OwnThread implements Executor {

    private static final int QUEUE = 32;
    private static final long IDLE_SECONDS = 30;

    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE), OwnThread::daemon);

    OwnThread() {
        thread.allowCoreThreadTimeOut(true);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "keylift-management");
        thread.setDaemon(true);
        return thread;
    }

    /** @throws RejectedExecutionException if too many tasks wait already */
    @Override
    public void execute(Runnable task) {
        thread.execute(task);
    }

    void close() {
        thread.shutdownNow();
    }
}
