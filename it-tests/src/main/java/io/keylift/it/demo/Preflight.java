// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.demo;

import io.keylift.it.server.FreePorts;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/** The conditions that must hold before the demo starts anything. Locks the demo's directory for this run. */
final class Preflight implements AutoCloseable {

    private static final long MEGABYTE = 1L << 20;

    /** PostgreSQL's log (max_wal_size is 4 GB, a small import fills half of it), Keycloak and its own tables. */
    private static final long SPACE = 2_048 * MEGABYTE;

    /** Rows and index entries of a person, in bytes: {@code pg_database_size} grew by 2,700 to 2,900 for each. */
    private static final long SPACE_OF_A_PERSON = 3_500;

    private final Path directory;
    private final FileChannel lock;

    private Preflight(Path directory, FileChannel lock) {
        this.directory = directory;
        this.lock = lock;
    }

    static Preflight check(DemoSettings settings, Path directory) {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        require(
                system.contains("linux") || system.contains("mac"),
                "The demo runs on Linux and macOS; on Windows use WSL.");
        require(
                Runtime.version().feature() >= 17,
                "Keycloak needs JDK 17 or newer; JAVA_HOME is " + System.getProperty("java.home") + ".");
        Preflight preflight = new Preflight(directory, lock(directory));
        requireFree(settings.port(), "demo.port");
        requireFree(settings.managementPort(), "demo.managementPort");
        if (settings.observability()) {
            requireFree(settings.tracesPort(), "demo.tracesPort");
            requireFree(settings.prometheusPort(), "demo.prometheusPort");
        }
        requireSpace(directory, SPACE + settings.persons() * SPACE_OF_A_PERSON);
        return preflight;
    }

    Path directory() {
        return directory;
    }

    private static FileChannel lock(Path directory) {
        try {
            FileChannel channel =
                    FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            require(lock != null, "Another demo is running on the data in " + directory + ": stop it first.");
            return channel;
        } catch (IOException e) {
            throw new DemoFailure("Cannot write to " + directory + ": " + e.getMessage(), e);
        }
    }

    private static void requireFree(int port, String property) {
        require(
                FreePorts.isFree(port),
                "Port " + port + " is taken. Stop what listens there, or choose another one with -D" + property + "="
                        + (port + 10_000 <= 65_535 ? port + 10_000 : port - 10_000) + ".");
    }

    private static void requireSpace(Path directory, long bytes) {
        try {
            long free = Files.getFileStore(directory).getUsableSpace();
            require(
                    free >= bytes,
                    "The demo needs " + bytes / MEGABYTE + " MB of free disk space in " + directory + "; there are "
                            + free / MEGABYTE + " MB.");
        } catch (IOException e) {
            throw new DemoFailure("Cannot tell the free disk space in " + directory + ": " + e.getMessage(), e);
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new DemoFailure(otherwise);
        }
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new DemoFailure("Cannot let go of " + directory + ": " + e.getMessage(), e);
        }
    }
}
