// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.OutsideWork;
import io.keylift.bulkimport.rows.TransactionFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/** Runs tasks that chunks need outside of their transactions, on threads that all chunks of the node share. */
final class OutsideTasks {

    private final ImportSessions sessions;
    private final Retry retry;
    private final Executor threads;

    OutsideTasks(ImportSessions sessions, Retry retry, Executor threads) {
        this.sessions = sessions;
        this.retry = retry;
        this.threads = threads;
    }

    /**
     * Returns when all tasks are done. A task that fails because a system is unreachable is retried.
     *
     * @param chunk state that the attempts at the chunk share
     */
    void run(OutsideWork work, Map<Class<?>, Object> chunk) throws InterruptedException {
        List<OutsideWork.Task> open = new ArrayList<>(work.tasks());
        retry.runUntilReachable(() -> runOnce(open, chunk));
    }

    /** Removes the tasks that are done from the list, and throws the first failure of the others. */
    private void runOnce(List<OutsideWork.Task> open, Map<Class<?>, Object> chunk) {
        TaskSessions own = new TaskSessions(sessions, chunk);
        List<OutsideWork.Task> tasks = List.copyOf(open);
        List<CompletableFuture<Void>> running = new ArrayList<>(tasks.size());
        for (OutsideWork.Task task : tasks) {
            running.add(CompletableFuture.runAsync(() -> task.run(own), this::execute));
        }
        RuntimeException failure = null;
        for (int i = 0; i < tasks.size(); i++) {
            try {
                running.get(i).join();
                open.remove(tasks.get(i));
            } catch (CompletionException e) {
                RuntimeException first = e.getCause() instanceof RuntimeException cause ? cause : e;
                failure = failure == null ? first : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private record TaskSessions(ImportSessions sessions, Map<Class<?>, Object> chunk) implements OutsideWork.Sessions {

        @Override
        public <T> T inTransaction(Function<ImportContext, T> work) {
            return sessions.inTransaction(chunk, (context, ledger) -> work.apply(context));
        }

        @Override
        public boolean isOutage(RuntimeException failure) {
            return switch (TransactionFailure.of(failure)) {
                case UNREACHABLE, CONTENTION, FATAL -> true;
                case DATA, UNKNOWN -> false;
            };
        }
    }

    private void execute(Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException e) {
            // The server is shutting down: chunks in flight are still finished.
            task.run();
        }
    }
}
