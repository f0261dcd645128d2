// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Limits the questions to an old system at a time, and the requests that wait for a place. A question keeps its place
 * until its own thread has ended, even if its request no longer waits: threads are bounded, however slow it is.
 */
final class Places implements AutoCloseable {

    /** A question. */
    @FunctionalInterface
    interface Question<T> {
        T ask() throws Exception;
    }

    /** Longest time that a request waits for a place. */
    private static final Duration WAIT = Duration.ofSeconds(1);

    private static final Duration IDLE = Duration.ofSeconds(30);

    private final Semaphore free;
    private final Semaphore waiting;
    private final ExecutorService threads;

    /** @param number questions at a time; as many requests may wait */
    Places(int number, String name) {
        free = new Semaphore(number, true);
        waiting = new Semaphore(number);
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                number, number, IDLE.toMillis(), TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "keylift-remote-" + name);
                    thread.setDaemon(true);
                    thread.setContextClassLoader(Places.class.getClassLoader());
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        threads = pool;
    }

    /**
     * Asks on a thread of its own.
     *
     * @throws RejectedExecutionException if there is no place
     * @throws TimeoutException if the answer takes longer than the limit
     */
    <T> T ask(Question<T> question, Duration limit) throws TimeoutException, InterruptedException, ExecutionException {
        if (!enter()) {
            throw new RejectedExecutionException("Too many questions at a time");
        }
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            threads.execute(() -> {
                try {
                    answer.complete(question.ask());
                } catch (Throwable e) {
                    answer.completeExceptionally(e);
                } finally {
                    free.release();
                }
            });
        } catch (RejectedExecutionException | Error e) {
            free.release(); // no thread may be left
            throw e;
        }
        return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    private boolean enter() throws InterruptedException {
        if (free.tryAcquire()) {
            return true;
        }
        if (!waiting.tryAcquire()) {
            return false;
        }
        try {
            return free.tryAcquire(WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            waiting.release();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
