// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One Keycloak process: the real distribution, started with {@code start --optimized} against a {@link Database}, or
 * with {@code start-dev}. It may be stopped or killed and started again on the same ports.
 *
 * <p>The first start on an empty database creates the administrator {@value #ADMIN} with password {@value #ADMIN}.
 */
public final class KeycloakServer implements AutoCloseable {

    /** User name and password of the bootstrap administrator in realm {@code master}. */
    public static final String ADMIN = "admin";

    private static final Duration READY_LIMIT = Duration.ofMinutes(4);
    private static final Duration POLL = Duration.ofMillis(200);

    private final Database database;
    private final Path home;
    private final ServerSettings settings;
    private final Path log;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private volatile Process script;
    private volatile ProcessHandle java;

    KeycloakServer(Path home, ServerSettings settings) {
        this.home = home;
        this.database = settings.databaseIn(home);
        this.settings = settings;
        this.log = settings.log();
    }

    /** Settings for a server on this database; {@link ServerSettings#start()} starts it. */
    public static ServerSettings on(Database database) {
        return new ServerSettings(database);
    }

    /**
     * Settings for servers on databases of this vendor, of which there is none yet: to {@link ServerSettings#build
     * build} them beforehand.
     */
    public static ServerSettings forBuild(String vendor) {
        return new ServerSettings(null).buildOption("db", vendor);
    }

    /**
     * Settings for a server as {@code kc.sh start-dev} starts it: on a new H2 file of its own, without any option of a
     * database or a cache. One at a time: all such servers share one home.
     */
    public static ServerSettings inDevelopment() {
        return new ServerSettings(null);
    }

    /** Starts the server again after {@link #stop()} or {@link #kill()}, and waits until it is ready. */
    public void start() {
        launch();
        awaitReady(READY_LIMIT);
        System.out.println("Keycloak is ready on " + baseUrl() + " (pid " + pid() + ", log " + log + ")");
    }

    private synchronized void launch() {
        if (script != null && script.isAlive()) {
            throw new IllegalStateException(this + " already runs");
        }
        try {
            database.createDatabase(settings.databaseName());
            ProcessBuilder builder = new ProcessBuilder(settings.command(home))
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.appendTo(log.toFile()));
            KeycloakDistribution.cleanEnvironment(builder);
            builder.environment().putAll(settings.environment(home));
            script = builder.start();
            ProcessGuard.instance().remember(this);
            ProcessGuard.instance().watch(script.pid(), "TERM");
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start " + home, e);
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot create database " + settings.databaseName(), e);
        }
    }

    /**
     * Waits until the server reports that it is ready to serve.
     *
     * @throws IllegalStateException if it ends, or is not ready in time
     */
    public void awaitReady(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!isReady()) {
            findJava();
            if (!script.isAlive()) {
                ProcessGuard.staySilentWhileEnding();
                stop();
                throw new IllegalStateException("Keycloak ended before it was ready:\n" + tailOfLog());
            }
            if (System.nanoTime() > deadline) {
                close();
                throw new IllegalStateException("Keycloak was not ready within " + limit + ":\n" + tailOfLog());
            }
            pause();
        }
        findJava();
    }

    /** Finds the JVM that the script starts and waits for, or becomes, once it has put the command line together. */
    private synchronized void findJava() {
        if (java == null || !java.isAlive()) {
            Stream.concat(Stream.of(script.toHandle()), script.descendants())
                    .filter(child -> child.info().command().orElse("").endsWith("/java"))
                    .findFirst()
                    .ifPresent(child -> {
                        java = child;
                        ProcessGuard.instance().watch(child.pid(), "TERM");
                    });
        }
    }

    /**
     * Whether the server says, on its management port, that it is ready; without health checks, whether it has a realm.
     */
    public boolean isReady() {
        try {
            HttpRequest request = HttpRequest.newBuilder(
                            settings.checksHealth()
                                    ? managementUrl().resolve(settings.managementPath() + "/health/ready")
                                    : baseUrl().resolve("/realms/master"))
                    .timeout(Duration.ofSeconds(5))
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for Keycloak", e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(POLL.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for Keycloak", e);
        }
    }

    /** Kills the server's JVM as {@code kill -9} does, and returns when it is gone. */
    public synchronized void kill() {
        if (script == null) {
            return;
        }
        if (java != null) {
            java.destroyForcibly();
        } else {
            script.descendants().forEach(ProcessHandle::destroyForcibly);
            script.destroyForcibly();
        }
        awaitExit();
        forget();
    }

    /** Shuts the server down in order, or kills it if that takes too long. */
    public synchronized void stop() {
        if (script == null) {
            return;
        }
        if (java != null) {
            java.destroy();
        } else {
            script.descendants().forEach(ProcessHandle::destroy);
            script.destroy();
        }
        awaitExit();
        forget();
    }

    private void awaitExit() {
        try {
            if (!script.waitFor(settings.stopLimit().toSeconds(), TimeUnit.SECONDS)) {
                script.descendants().forEach(ProcessHandle::destroyForcibly);
                script.destroyForcibly();
                script.waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void forget() {
        ProcessGuard.instance().unwatch(script.pid());
        if (java != null) {
            ProcessGuard.instance().unwatch(java.pid());
        }
        ProcessGuard.instance().forget(this);
        java = null;
    }

    /**
     * Runs another command of {@code kc.sh} on the server's database, whether the server runs or not, and waits for its
     * end. It is a process of its own with the server's home and JVM arguments.
     *
     * @param arguments the command, for instance {@code export}, and its options
     * @return what it printed
     * @throws IllegalStateException if the command fails; the message ends with the tail of its output
     */
    public String run(String... arguments) {
        Path output = log.resolveSibling(arguments[0] + "-" + log.getFileName());
        try {
            ProcessBuilder builder = new ProcessBuilder(settings.command(home, List.of(arguments)))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            KeycloakDistribution.cleanEnvironment(builder);
            builder.environment().putAll(settings.environment(home));
            builder.environment().put("KC_HTTP_MANAGEMENT_PORT", Integer.toString(FreePorts.next()));
            Process process = builder.start();
            ProcessGuard.instance().watch(process.pid(), "TERM");
            try {
                if (process.waitFor() != 0) {
                    throw new IllegalStateException("kc.sh " + arguments[0] + " failed:\n" + tail(output));
                }
                return Files.readString(output);
            } finally {
                process.descendants().forEach(ProcessHandle::destroy);
                process.destroy();
                ProcessGuard.instance().unwatch(process.pid());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot run kc.sh " + arguments[0], e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while kc.sh " + arguments[0] + " was running", e);
        }
    }

    /** Waits until the server's process ends, for whatever reason. */
    public void awaitEnd() {
        try {
            script.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the server's process lives, ready or not. */
    public boolean isAlive() {
        return script != null && script.isAlive();
    }

    /** Root of Keycloak's own port, without a slash at the end. */
    public URI baseUrl() {
        return URI.create("http://localhost:" + settings.port());
    }

    /** Root of the port for health and metrics, without a slash at the end. */
    public URI managementUrl() {
        return URI.create("http://localhost:" + settings.managementPort());
    }

    /** Process id of the server's JVM, for {@code jcmd} and friends. */
    public long pid() {
        if (java == null) {
            throw new IllegalStateException(this + " does not run");
        }
        return java.pid();
    }

    /** The database server that this server lives on; of a server in development, its H2 file. */
    public Database database() {
        return database;
    }

    /** Name of the database this server lives in. */
    public String databaseName() {
        return settings.databaseName();
    }

    /** The file with the output of the server, over all its starts. */
    public Path log() {
        return log;
    }

    private String tailOfLog() {
        return tail(log);
    }

    private static String tail(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
        } catch (IOException e) {
            return "(no log: " + e + ")";
        }
    }

    /** Ends the server: in order, unless its data ends with it. */
    @Override
    public void close() {
        if (database.isTemporary()) {
            kill();
        } else {
            stop();
        }
    }

    @Override
    public String toString() {
        return "Keycloak on port " + settings.port();
    }
}
