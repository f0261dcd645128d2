// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Thrown by {@link ChunkWriter#resolve} when something slow must be done before the chunk can be written, such as a
 * request to another system. The engine rolls back the chunk's transaction, does the work in parallel without holding a
 * database connection, and resolves the chunk again. Results of the work belong in {@link ImportContext#ofChunk}.
 */
public final class OutsideWork extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Task> tasks;

    public OutsideWork(List<Task> tasks) {
        super("The chunk waits for work outside its transaction", null, false, false);
        this.tasks = List.copyOf(tasks);
    }

    /**
     * Ends an attempt that cannot go on with what it has read, such as an object that another transaction has removed
     * since. The next attempt sees the realm as it is then.
     */
    public static OutsideWork resolveAgain() {
        return new OutsideWork(List.of());
    }

    public List<Task> tasks() {
        return tasks;
    }

    /** A part of the work. Runs on any thread, and is retried if a system is unreachable. */
    @FunctionalInterface
    public interface Task {
        void run(Sessions sessions);
    }

    /** Sessions and transactions of a task. */
    public interface Sessions {
        /**
         * Returns the result of work in its own session and transaction, which commits unless the work throws or marks
         * it for rollback.
         */
        <T> T inTransaction(Function<ImportContext, T> work);

        /** Does work that has no result; see {@link #inTransaction}. */
        default void runInTransaction(Consumer<ImportContext> work) {
            inTransaction(context -> {
                work.accept(context);
                return null;
            });
        }

        /**
         * Whether a failure does not depend on the records: the task may rethrow it, and the engine retries or gives
         * up.
         */
        boolean isOutage(RuntimeException failure);
    }
}
