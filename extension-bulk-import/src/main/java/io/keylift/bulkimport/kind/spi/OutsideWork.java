// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.List;
import java.util.function.Consumer;

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

    /** What the engine provides to a task. */
    public interface Sessions {
        /**
         * Runs the work in its own session and transaction, which commits unless the work throws or marks it for
         * rollback.
         */
        void inTransaction(Consumer<ImportContext> work);

        /**
         * Whether a failure does not depend on the records: the task may rethrow it, and the engine retries or gives
         * up.
         */
        boolean isOutage(RuntimeException failure);
    }
}
