// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A thread that no request can occupy. It ends when there is nothing to do; the next task starts another. */
public final class OwnThread implements Executor, AutoCloseable {

    private static final long IDLE_SECONDS = 30;
    private static final long LAST_SECONDS = 2;

    private final ThreadPoolExecutor thread;

    /** @param queue so many tasks at most wait for it */
    public OwnThread(String name, int queue) {
        thread = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queue), task -> daemon(name, task));
        thread.allowCoreThreadTimeOut(true);
    }

    /** One that keeps no server from ending, and no class loader of whoever starts it. */
    static Thread daemon(String name, Runnable task) {
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

    /** Takes no more tasks. Those that wait have a moment left; then the last is interrupted. */
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
