// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Thrown by {@link ChunkWriter#resolve} if slow work must be done before the chunk can be written, such as a request to
 * another system. The engine rolls back the transaction of the chunk, runs the tasks in parallel without holding its
 * database connection, and resolves the chunk again. The tasks keep their results in {@link ImportContext#ofChunk}.
 */
public final class OutsideWork extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Task> tasks;

    /** @param tasks parts of the work, which run in parallel; if empty, the chunk is resolved again at once */
    public OutsideWork(List<Task> tasks) {
        super("The chunk waits for work outside its transaction", null, false, false);
        this.tasks = List.copyOf(tasks);
    }

    /**
     * Ends an attempt that has read an outdated state, such as an object that another transaction has removed. The next
     * attempt reads the realm anew.
     */
    public static OutsideWork resolveAgain() {
        return new OutsideWork(List.of());
    }

    /** The parts of the work. */
    public List<Task> tasks() {
        return tasks;
    }

    /** A part of the work. It runs on any thread, and again if a system was unreachable. */
    @FunctionalInterface
    public interface Task {
        /**
         * Does the work. Exceptions other than an {@linkplain Sessions#isOutage outage} should become results, so that
         * the next attempt can reject the record at fault.
         */
        void run(Sessions sessions);
    }

    /** Sessions for a task. */
    public interface Sessions {
        /**
         * Returns the result of work in a session and transaction of its own, which commits unless the work throws or
         * marks it for rollback.
         */
        <T> T inTransaction(Function<ImportContext, T> work);

        /** Runs work without a result as {@link #inTransaction} does. */
        default void runInTransaction(Consumer<ImportContext> work) {
            inTransaction(context -> {
                work.accept(context);
                return null;
            });
        }

        /**
         * Whether a failure does not depend on the records. The task may rethrow such a failure, and the engine retries
         * or gives up.
         */
        boolean isOutage(RuntimeException failure);
    }
}
