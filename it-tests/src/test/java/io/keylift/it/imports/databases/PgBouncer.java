// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.server.Database;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.FreePorts;
import io.keylift.it.server.ProcessGuard;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.Workspace;
import io.keylift.it.stack.InstalledProgram;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A PostgreSQL behind PgBouncer in transaction mode: each transaction gets any free connection. Keycloak has the
 * settings of {@code docs/operations/pgbouncer.md}. Tests connect directly to the database.
 */
final class PgBouncer implements Database {

    private static final String CONFIGURATION = """
            [databases]
            * = host=127.0.0.1 port=%d user=%s password=%s

            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = %d
            unix_socket_dir =
            auth_type = any
            pool_mode = transaction
            default_pool_size = %d
            ignore_startup_parameters = extra_float_digits
            """;

    private final EmbeddedDatabase database = TestDatabase.start();
    private final int port = FreePorts.next();
    private final Process process;

    /** @param connections to the database at most */
    PgBouncer(int connections) {
        try {
            process = start(CONFIGURATION.formatted(
                    database.port(), EmbeddedDatabase.USER, EmbeddedDatabase.PASSWORD, port, connections));
            ProcessGuard.instance().watch(process.pid(), "TERM");
            await().atMost(Duration.ofSeconds(30)).until(this::isListening);
        } catch (IOException | RuntimeException e) {
            database.close();
            throw new IllegalStateException("PgBouncer did not start", e);
        }
    }

    private static Process start(String configuration) throws IOException {
        Path directory = Workspace.directory("pgbouncer");
        Path file = Files.writeString(directory.resolve("pgbouncer.ini"), configuration);
        List<String> command = new ArrayList<>(List.of(InstalledProgram.path("pgbouncer"), file.toString()));
        if (System.getProperty("user.name").equals("root")) {
            // It does not run as root.
            command.addAll(1, List.of("-u", "nobody"));
        }
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("pgbouncer.log").toFile())
                .start();
    }

    private boolean isListening() {
        assertThat(process.isAlive()).as("PgBouncer runs").isTrue();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public String vendor() {
        return database.vendor();
    }

    @Override
    public Map<String, String> options(String name) {
        Map<String, String> options = new HashMap<>(database.options(name));
        options.put("db-url-port", Integer.toString(port));
        options.put("db-url-properties", "?prepareThreshold=0");
        return options;
    }

    @Override
    public void createDatabase(String name) throws SQLException {
        database.createDatabase(name);
    }

    @Override
    public Connection connect(String name) throws SQLException {
        return database.connect(name);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        ProcessGuard.instance().unwatch(process.pid());
        database.close();
    }
}
