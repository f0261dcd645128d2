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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(200);

    private final Database database;
    private final Path home;
    private final Settings settings;
    private final Path log;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private volatile Process script;
    private volatile ProcessHandle java;

    private KeycloakServer(Path home, Settings settings) {
        this.home = home;
        this.database = settings.database != null ? settings.database : new DevFile(home);
        this.settings = settings;
        this.log = settings.log != null
                ? settings.log
                : Workspace.directory("keycloak-logs").resolve("keycloak-" + settings.port + ".log");
    }

    /** Settings for a server on this database; {@link Settings#start()} starts it. */
    public static Settings on(Database database) {
        return new Settings(database);
    }

    /**
     * Settings for a server as {@code kc.sh start-dev} starts it: on a new H2 file of its own, without any option of a database or a
     * cache. One at a time: all such servers share one home.
     */
    public static Settings inDevelopment() {
        return new Settings(null);
    }

    /** What can be chosen for a server. Every setting has a default that suits a test. */
    public static final class Settings {

        /** {@code null} for a server in development. */
        private final Database database;

        private final Map<String, String> buildOptions =
                new LinkedHashMap<>(Map.of("health-enabled", "true", "metrics-enabled", "true"));
        private final Map<String, String> options = new LinkedHashMap<>();
        private final List<String> jvmArguments = new ArrayList<>();
        private final Map<String, String> environment = new LinkedHashMap<>();
        private List<Path> providers = Workspace.providers();
        private String databaseName = "keycloak";
        private String maxHeap = "1g";
        private int port = FreePorts.next();
        private int managementPort = FreePorts.next();
        private Path log;

        private Settings(Database database) {
            this.database = database;
            options.put("http-host", "127.0.0.1");
            if (database != null) {
                buildOptions.put("db", database.vendor());
                options.put("cache", "local");
                options.put("http-enabled", "true");
                options.put("hostname-strict", "false");
                options.put("db-pool-max-size", "20");
            }
        }

        /** An option of {@code kc.sh build}, without the leading dashes; another value costs another build. */
        public Settings buildOption(String name, String value) {
            buildOptions.put(name, value);
            return this;
        }

        /** An option of {@code kc.sh start}, without the leading dashes, {@code spi-…} options included. */
        public Settings option(String name, String value) {
            options.put(name, value);
            return this;
        }

        /** A JAR to stand beside ours in {@code providers/}. */
        public Settings provider(Path jar) {
            providers = Stream.concat(providers.stream(), Stream.of(jar)).toList();
            return this;
        }

        /** Of our JARs those of these names alone in {@code providers/}; not for a server in development. */
        public Settings onlyProviders(String... names) {
            Set<String> wanted = Set.of(names);
            providers = Workspace.providers().stream()
                    .filter(jar -> wanted.contains(jar.getFileName().toString()))
                    .toList();
            if (providers.size() != wanted.size()) {
                throw new IllegalArgumentException("Of " + wanted + " there are only " + providers);
            }
            return this;
        }

        /** Connections in the server's database pool at most. */
        public Settings poolMaxSize(int connections) {
            return option("db-pool-max-size", Integer.toString(connections));
        }

        /** Database of the cluster to use, created if need be; {@code keycloak} unless told. */
        public Settings database(String name) {
            databaseName = name;
            return this;
        }

        /** Maximum heap as the JVM writes it, for instance {@code 512m}. */
        public Settings maxHeap(String size) {
            maxHeap = size;
            return this;
        }

        /** A further argument of the server's JVM. */
        public Settings jvmArgument(String argument) {
            jvmArguments.add(argument);
            return this;
        }

        /** The javaagent of OpenTelemetry in the server's JVM. It is set up by variables of the environment. */
        public Settings javaagent() {
            return jvmArgument("-javaagent:" + Workspace.directory("javaagent").resolve("opentelemetry-javaagent.jar"));
        }

        /** A variable of the server's environment. */
        public Settings environment(String name, String value) {
            environment.put(name, value);
            return this;
        }

        /** Records the server's whole life with JDK Flight Recorder; the file is written when it stops in order. */
        public Settings flightRecording(Path file) {
            return jvmArgument("-XX:StartFlightRecording=settings=profile,dumponexit=true,filename=" + file);
        }

        /** Records the stacks of the server's whole life on the CPU with this profiler, into a file that is written when the server stops in order. */
        public Settings profiled(AsyncProfiler profiler, Path file) {
            return jvmArgument(profiler.argument(file));
        }

        /** Fixed ports instead of free ones: Keycloak's own, and that of health and metrics. */
        public Settings ports(int port, int managementPort) {
            this.port = port;
            this.managementPort = managementPort;
            return this;
        }

        /** File for what the server prints; one below the build directory unless told. */
        public Settings log(Path file) {
            log = file;
            return this;
        }

        /** Builds what is not built yet; the server is yet to be started. */
        public KeycloakServer prepare() {
            Path home = database == null
                    ? KeycloakDistribution.development()
                    : KeycloakDistribution.optimized(buildOptions, providers);
            return new KeycloakServer(home, this);
        }

        /**
         * Builds what is not built yet, starts the server and waits until it is ready.
         *
         * @throws IllegalStateException if it is not ready in time; the message ends with the tail of its log
         */
        public KeycloakServer start() {
            KeycloakServer server = prepare();
            server.start();
            return server;
        }
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
            database.createDatabase(settings.databaseName);
            ProcessBuilder builder = new ProcessBuilder(command())
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.appendTo(log.toFile()));
            KeycloakDistribution.cleanEnvironment(builder);
            builder.environment().put("KC_BOOTSTRAP_ADMIN_USERNAME", ADMIN);
            builder.environment().put("KC_BOOTSTRAP_ADMIN_PASSWORD", ADMIN);
            builder.environment().put("JAVA_OPTS_KC_HEAP", "-Xms256m -Xmx" + settings.maxHeap);
            builder.environment().put("JAVA_OPTS_APPEND", String.join(" ", settings.jvmArguments));
            builder.environment().putAll(settings.environment);
            script = builder.start();
            ProcessGuard.instance().remember(this);
            ProcessGuard.instance().watch(script.pid(), "TERM");
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start " + home, e);
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot create database " + settings.databaseName, e);
        }
    }

    private List<String> command() {
        List<String> command = new ArrayList<>(List.of(KeycloakDistribution.script(home)));
        Map<String, String> options = new LinkedHashMap<>(database.options(settings.databaseName));
        if (settings.database == null) {
            command.add("start-dev");
            options.putAll(settings.buildOptions);
        } else {
            command.addAll(List.of("start", "--optimized"));
        }
        options.putAll(settings.options);
        options.put("http-port", Integer.toString(settings.port));
        options.put("http-management-port", Integer.toString(settings.managementPort));
        options.forEach((name, value) -> command.add("--" + name + "=" + value));
        return command;
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

    /** Whether the server says, on its management port, that it is ready; without health checks, whether it has a realm. */
    public boolean isReady() {
        boolean checksHealth = settings.buildOptions.get("health-enabled").equals("true");
        try {
            HttpRequest request = HttpRequest.newBuilder(
                            checksHealth
                                    ? managementUrl().resolve("/health/ready")
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
        if (java != null) {
            java.destroyForcibly();
        }
        awaitExit();
        forget();
    }

    /** Shuts the server down in order, or kills it if that takes longer than half a minute. */
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
            if (!script.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
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
        return URI.create("http://localhost:" + settings.port);
    }

    /** Root of the port for health and metrics, without a slash at the end. */
    public URI managementUrl() {
        return URI.create("http://localhost:" + settings.managementPort);
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
        return settings.databaseName;
    }

    /** The file that collects what the server prints, over all its starts. */
    public Path log() {
        return log;
    }

    private String tailOfLog() {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
        } catch (IOException e) {
            return "(no log: " + e + ")";
        }
    }

    @Override
    public void close() {
        stop();
    }

    @Override
    public String toString() {
        return "Keycloak on port " + settings.port;
    }
}
