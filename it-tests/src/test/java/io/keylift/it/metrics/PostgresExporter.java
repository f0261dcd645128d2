// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.FreePorts;
import io.keylift.it.server.Workspace;
import io.keylift.it.stack.InstalledProgram;
import io.keylift.it.stack.Stack;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A real postgres_exporter with the options, queries and user of compose.yaml, on the database of a test. */
final class PostgresExporter implements AutoCloseable {

    /** Prefix of the metrics of our queries. */
    static final String PREFIX = "pg_keylift_";

    private static final String PROGRAM = "prometheus-postgres-exporter";
    private static final Path CONF = Stack.DIRECTORY.resolve("conf");

    private final String address = "127.0.0.1:" + FreePorts.next();
    private final Process process;

    PostgresExporter(EmbeddedDatabase database, String name) throws IOException {
        createUser(database);
        List<String> command = new ArrayList<>(List.of(PROGRAM, "--web.listen-address=" + address));
        Stack.texts(Stack.service("postgres-exporter").path("command"))
                .forEach(option -> command.add(option.replace(
                        "/etc/postgres-exporter/",
                        CONF.resolve("postgres-exporter").toAbsolutePath() + "/")));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Workspace.directory("prometheus")
                        .resolve("postgres-exporter.log")
                        .toFile());
        builder.environment()
                .putAll(Map.of(
                        "DATA_SOURCE_URI",
                        "localhost:" + database.port() + "/" + name + "?sslmode=disable",
                        "DATA_SOURCE_USER",
                        Stack.service("postgres-exporter")
                                .at("/environment/DATA_SOURCE_USER")
                                .asText(),
                        "DATA_SOURCE_PASS",
                        "monitor"));
        process = builder.start();
        await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(this::answers);
    }

    static boolean isInstalled() {
        return InstalledProgram.isThere(PROGRAM);
    }

    static void require() {
        InstalledProgram.require(PROGRAM, PROGRAM);
    }

    /** The statement that psql runs when the database is made, without psql. */
    private static void createUser(EmbeddedDatabase database) throws IOException {
        String script = Files.readString(CONF.resolve("postgres/monitor.sql"));
        assertThat(script)
                .contains("\\getenv password KEYLIFT_MONITOR_PASSWORD\n")
                .contains(":'password'");
        String statement = script.replaceAll("(?m)^(--|\\\\).*$", "").replace(":'password'", "'monitor'");
        try (Connection connection = database.connect("postgres");
                Statement sql = connection.createStatement()) {
            sql.execute(statement);
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot run " + statement, e);
        }
    }

    /** Host and port. */
    String address() {
        return address;
    }

    private boolean answers() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + "/metrics"))
                .build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofString())
                .body()
                .contains(PREFIX);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            assertThat(process.waitFor(30, TimeUnit.SECONDS))
                    .as("the exporter ends")
                    .isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
