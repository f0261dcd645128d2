// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A thread that never serves requests. It ends when there is nothing to do; the next task starts another. */
public final class OwnThread implements Executor, AutoCloseable {

    private static final long IDLE_SECONDS = 30;
    private static final long LAST_SECONDS = 2;

    private final ThreadPoolExecutor thread;

    /** @param queue maximum number of tasks that wait */
    public OwnThread(String name, int queue) {
        thread = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queue), task -> daemon(name, task));
        thread.allowCoreThreadTimeOut(true);
    }

    /** Creates a thread that prevents neither the end of the server nor the unloading of the caller's class loader. */
    public static Thread daemon(String name, Runnable task) {
        Thread made = new Thread(task, name);
        made.setDaemon(true);
        made.setContextClassLoader(OwnThread.class.getClassLoader());
        return made;
    }

    /** @throws RejectedExecutionException if too many tasks wait already, or it is closed */
    @Override
    public void execute(Runnable task) {
        thread.execute(task);
    }

    public boolean isClosed() {
        return thread.isShutdown();
    }

    /** Accepts no more tasks. Waiting tasks get a moment to run; then the last is interrupted. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(LAST_SECONDS, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
