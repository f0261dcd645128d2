// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.List;
import java.util.function.Consumer;

/**
 * Thrown by {@link ChunkWriter#resolve} when something slow has to be done before the chunk can be written, such as
 * asking another system. The engine rolls the chunk's transaction back, does the work in parallel without holding a
 * database connection, and resolves the chunk again. What the work finds out is kept in {@link
 * ImportContext#ofChunk}.
 */
public final class OutsideWork extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Task> tasks;

    public OutsideWork(List<Task> tasks) {
        super("The chunk waits for work outside its transaction", null, false, false);
        this.tasks = List.copyOf(tasks);
    }

    public List<Task> tasks() {
        return tasks;
    }

    /** A part of the work. Runs on any thread, and again if it fails because something cannot be reached. */
    @FunctionalInterface
    public interface Task {
        void run(Sessions sessions);
    }

    /** What the engine does for a task. */
    public interface Sessions {
        /**
         * Runs something in a session and transaction of its own, which commits unless it throws or marks it for
         * rollback.
         */
        void inTransaction(Consumer<ImportContext> work);

        /**
         * Whether a failure says nothing about the records: the task may leave it to the engine to try again, or to
         * give up.
         */
        boolean isOutage(RuntimeException failure);
    }
}
