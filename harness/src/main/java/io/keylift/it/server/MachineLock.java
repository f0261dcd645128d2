// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** Mutual exclusion of all threads of all JVMs of this machine, by the lock of a file. */
final class MachineLock {

    /** The lock of a file belongs to the whole JVM and does not keep its threads apart. */
    private static final Map<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

    private MachineLock() {}

    @FunctionalInterface
    interface Action {
        void run() throws IOException;
    }

    /** Waits until no other thread or process has the lock, and runs the action. */
    static void holding(Path file, Action action) throws IOException {
        ReentrantLock threads = THREADS.computeIfAbsent(file.toAbsolutePath(), any -> new ReentrantLock());
        threads.lock();
        // Closing the channel releases the lock.
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock();
            action.run();
        } finally {
            threads.unlock();
        }
    }
}
