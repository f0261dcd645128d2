// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import static org.awaitility.Awaitility.await;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real MariaDB on a free port, from binaries that the build unpacks on Linux on x86-64; other platforms have none.
 * Character set, collation and snapshot isolation are the defaults of current versions, so the collation ignores case
 * and accents. Its data is not durable, which saves most of the tests' time.
 */
public final class EmbeddedMariaDb implements Database {

    private static final String USER = "keycloak";
    private static final String PASSWORD = "keycloak";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Path home;
    private final Path directory;
    private final int port = FreePorts.next();
    private Process process;

    private EmbeddedMariaDb(Path home, Path directory) {
        this.home = home;
        this.directory = directory;
    }

    /** Whether this platform has binaries. */
    public static boolean isAvailable() {
        return Files.isDirectory(Workspace.directory().resolve("mariadb"));
    }

    /** Starts an empty server; its data goes when it is closed. */
    public static EmbeddedMariaDb startTemporary() {
        try (Stream<Path> tree = Files.walk(Workspace.directory().resolve("mariadb"))) {
            // The archive has the version in the names of its directories.
            Path home = tree.filter(path -> path.endsWith(Path.of("bin", "mariadbd")))
                    .findFirst()
                    .orElseThrow()
                    .getParent()
                    .getParent();
            EmbeddedMariaDb database =
                    new EmbeddedMariaDb(home, Files.createTempDirectory(Workspace.directory("mariadb-data"), ""));
            try {
                database.install();
                database.start();
                return database;
            } catch (RuntimeException | IOException e) {
                database.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start MariaDB", e);
        }
    }

    private void install() throws IOException {
        for (Path program : List.of(home.resolve("bin"), home.resolve("scripts"))) {
            try (Stream<Path> files = Files.list(program)) {
                files.forEach(file -> file.toFile().setExecutable(true));
            }
        }
        Path log = directory.resolve("install.log");
        Process install = new ProcessBuilder(arguments(
                        "scripts/mariadb-install-db", "--skip-test-db", "--auth-root-authentication-method=normal"))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (exit(install) != 0) {
            throw new IOException("mariadb-install-db failed:\n" + Files.readString(log));
        }
    }

    private void start() throws IOException {
        Path init = Files.writeString(
                directory.resolve("init.sql"),
                "CREATE USER %s@'%%' IDENTIFIED BY '%s';\nGRANT ALL ON *.* TO %s@'%%';\n"
                        .formatted(USER, PASSWORD, USER));
        Path log = directory.resolve("mariadb.log");
        ProcessGuard.instance().remember(this);
        process = new ProcessBuilder(arguments(
                        "bin/mariadbd",
                        "--port=" + port,
                        "--bind-address=127.0.0.1",
                        // Relative to the data: an absolute path may be too long for a socket.
                        "--socket=mariadb.sock",
                        "--pid-file=" + directory.resolve("pid"),
                        "--init-file=" + init,
                        "--skip-name-resolve",
                        "--skip-ssl",
                        "--character-set-server=utf8mb4",
                        "--collation-server=utf8mb4_uca1400_ai_ci",
                        // The default up to 11.6.1; with ON the database itself refuses what would be lost.
                        "--innodb-snapshot-isolation=OFF",
                        "--innodb-flush-log-at-trx-commit=0",
                        "--innodb-doublewrite=OFF",
                        "--innodb-buffer-pool-size=256M"))
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(log.toFile()))
                .start();
        ProcessGuard.instance().watch(process.pid(), "TERM");
        await("MariaDB, see " + log).atMost(LIMIT).until(() -> !process.isAlive() || accepts());
        if (!process.isAlive()) {
            throw new IOException("MariaDB ended before it was ready:\n" + Files.readString(log));
        }
    }

    private List<String> arguments(String program, String... options) {
        List<String> arguments = new ArrayList<>(List.of(
                home.resolve(program).toString(),
                "--no-defaults",
                "--basedir=" + home,
                "--datadir=" + directory.resolve("data")));
        if ("root".equals(System.getProperty("user.name"))) {
            // MariaDB does not run as root without this option.
            arguments.add("--user=root");
        }
        arguments.addAll(List.of(options));
        return arguments;
    }

    private boolean accepts() {
        try (Connection connection = connect("")) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    private static int exit(Process process) {
        try {
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for " + process, e);
        }
    }

    @Override
    public String vendor() {
        return "mariadb";
    }

    @Override
    public Map<String, String> options(String name) {
        return Map.of(
                "db-url-host",
                "127.0.0.1",
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
        try (Connection connection = connect("");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE IF NOT EXISTS " + name);
        }
    }

    @Override
    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection("jdbc:mariadb://127.0.0.1:" + port + "/" + database, USER, PASSWORD);
    }

    @Override
    public void close() {
        if (process != null) {
            // The data is no longer needed, so an orderly shutdown would be wasted time.
            process.destroyForcibly();
            exit(process);
            ProcessGuard.instance().unwatch(process.pid());
            ProcessGuard.instance().forget(this);
            process = null;
        }
        FileTree.delete(directory);
    }

    @Override
    public String toString() {
        return "MariaDB on port " + port;
    }
}
