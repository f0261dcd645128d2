// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;

/**
 * A real PostgreSQL on one port for its whole life: it may be stopped and started again in between. It writes safely to
 * disk ({@code fsync} and {@code synchronous_commit} on), but for the one that is to go with its test.
 */
public final class EmbeddedDatabase implements Database {

    /** Value of Keycloak's option {@code db}. */
    public static final String VENDOR = "postgres";

    /** The application name of {@link #connect connections} that are not a server's. */
    public static final String OWN_CONNECTIONS = "keylift-it";

    /** Superuser of the cluster; the server trusts every local connection, so any password will do. */
    public static final String USER = "postgres";

    public static final String PASSWORD = "postgres";

    private static final Duration STOP_LIMIT = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(10);

    private final Path dataDirectory;
    private final boolean keepData;
    private final int port;
    private final String fsync;
    private EmbeddedPostgres running;
    private long pid;

    private EmbeddedDatabase(Path dataDirectory, boolean keepData, int port, String fsync) {
        this.dataDirectory = dataDirectory;
        this.keepData = keepData;
        this.port = port;
        this.fsync = fsync;
    }

    /** Starts an empty cluster on a free port; its data goes when it is closed. */
    public static EmbeddedDatabase startTemporary() {
        return start(temporary(), false, FreePorts.next(), "on");
    }

    /**
     * Starts a database for a test. The operating system decides when data reaches the disk: it survives the end of any
     * process, also {@link #stopImmediately()}, but not a crash of the machine.
     */
    public static EmbeddedDatabase startForTest() {
        return start(temporary(), false, FreePorts.next(), "off");
    }

    /** Starts a database for a test on a copy of the data of another cluster, which does not run. */
    public static EmbeddedDatabase startForTest(Path template) {
        Path copy = temporary();
        FileTree.delete(copy);
        FileTree.copy(template, copy, path -> false);
        return start(copy, false, FreePorts.next(), "off");
    }

    /** Starts a cluster in this directory whose data stays there when it is closed, for tests to copy. */
    static EmbeddedDatabase startTemplateIn(Path dataDirectory) {
        return start(dataDirectory, true, FreePorts.next(), "off");
    }

    /** Starts the cluster in this directory, a new one if it is empty, and leaves its data there when closed. */
    public static EmbeddedDatabase startIn(Path dataDirectory, int port) {
        return start(dataDirectory, true, port, "on");
    }

    private static Path temporary() {
        Path parent = Workspace.directory("postgres");
        try {
            return Files.createTempDirectory(parent, "data-");
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot create a data directory in " + parent, e);
        }
    }

    private static EmbeddedDatabase start(Path dataDirectory, boolean keepData, int port, String fsync) {
        EmbeddedDatabase database = new EmbeddedDatabase(dataDirectory, keepData, port, fsync);
        database.start();
        return database;
    }

    @Override
    public boolean isTemporary() {
        return !keepData;
    }

    /**
     * Starts the cluster again after {@link #stopFast()} or {@link #stopImmediately()}, on the same port and data.
     *
     * @throws UncheckedIOException if PostgreSQL does not accept connections within a minute
     */
    public synchronized void start() {
        if (running != null) {
            throw new IllegalStateException("PostgreSQL already runs on port " + port);
        }
        File log = dataDirectory
                .resolveSibling(dataDirectory.getFileName() + ".log")
                .toFile();
        ProcessGuard.instance().remember(this);
        ProcessGuard.instance().watch(pidFile(), "INT");
        try {
            running = EmbeddedPostgres.builder()
                    .setPort(port)
                    .setDataDirectory(dataDirectory)
                    .setCleanDataDirectory(false)
                    .setRegisterShutdownHook(false)
                    .setPGStartupWait(Duration.ofSeconds(60))
                    .setOutputRedirector(Redirect.appendTo(log))
                    .setErrorRedirector(Redirect.appendTo(log))
                    .setLocaleConfig("locale", "C.UTF-8")
                    // The library's own defaults trade safety for speed: every figure would be a lie.
                    .setServerConfig("fsync", fsync)
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("full_page_writes", "on")
                    .setServerConfig("max_connections", "200")
                    .setServerConfig("shared_buffers", "256MB")
                    .setServerConfig("max_wal_size", "4GB")
                    .setServerConfig("shared_preload_libraries", "pg_stat_statements")
                    .start();
            pid = Long.parseLong(Files.readAllLines(pidFile()).get(0).trim());
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL did not start, see " + log, e);
        }
    }

    /** Ends all sessions, rolls their transactions back and shuts the server down in order. */
    public synchronized void stopFast() {
        stop("INT");
    }

    /** Ends the server at once, as a power cut would; the next start recovers from the log. */
    public synchronized void stopImmediately() {
        stop("QUIT");
    }

    private Path pidFile() {
        return dataDirectory.resolve("postmaster.pid").toAbsolutePath();
    }

    private void stop(String signal) {
        if (running == null) {
            return;
        }
        ProcessHandle.of(pid).ifPresent(postmaster -> {
            signal(postmaster, signal);
            awaitEnd(postmaster);
        });
        try {
            // Only releases the library's own lock on the data directory: the server has ended already.
            running.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            running = null;
            ProcessGuard.instance().unwatch(pidFile());
            ProcessGuard.instance().forget(this);
        }
    }

    private static void signal(ProcessHandle process, String signal) {
        try {
            new ProcessBuilder("kill", "-s", signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * The server's last act is to remove its file. The process, which is no child of this one, can be seen for more
     * than a second after that.
     */
    private void awaitEnd(ProcessHandle postmaster) {
        long deadline = System.nanoTime() + STOP_LIMIT.toNanos();
        while (Files.exists(pidFile()) && postmaster.isAlive()) {
            if (System.nanoTime() > deadline) {
                postmaster.destroyForcibly();
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    @Override
    public String vendor() {
        return VENDOR;
    }

    @Override
    public Map<String, String> options(String name) {
        return Map.of(
                "db-url-host",
                "localhost",
                "db-url-port",
                Integer.toString(port),
                "db-url-database",
                name,
                "db-username",
                USER,
                "db-password",
                PASSWORD);
    }

    @Override
    public void createDatabase(String name) throws SQLException {
        try (Connection connection = connect("postgres");
                Statement statement = connection.createStatement()) {
            boolean exists = statement
                    .executeQuery("SELECT 1 FROM pg_database WHERE datname = '" + name + "'")
                    .next();
            if (!exists) {
                statement.execute("CREATE DATABASE \"" + name + "\"");
            }
        }
    }

    @Override
    public Connection connect(String database) throws SQLException {
        Properties how = new Properties();
        how.putAll(Map.of("user", USER, "password", PASSWORD, "ApplicationName", OWN_CONNECTIONS));
        return DriverManager.getConnection(jdbcUrl(database), how);
    }

    public String jdbcUrl(String database) {
        return "jdbc:postgresql://localhost:" + port + "/" + database;
    }

    public int port() {
        return port;
    }

    /** Process id of the postmaster. */
    public long pid() {
        return pid;
    }

    @Override
    public synchronized void close() {
        if (keepData) {
            stopFast();
        } else {
            stopImmediately();
            FileTree.delete(dataDirectory);
        }
    }

    @Override
    public String toString() {
        return "PostgreSQL on port " + port;
    }
}
