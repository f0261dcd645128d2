// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The settings of a server. Each setting has a default that suits a test. */
public final class ServerSettings {

    /** {@code null} for a server in development. */
    private final Database database;

    private final Map<String, String> buildOptions =
            new LinkedHashMap<>(Map.of("health-enabled", "true", "metrics-enabled", "true"));
    private final Map<String, String> options = new LinkedHashMap<>();
    private final List<String> jvmArguments = new ArrayList<>(Workspace.serverJvmArguments());
    private final Map<String, String> environment = new LinkedHashMap<>();
    private List<Path> providers = Workspace.providers();
    private String databaseName = "keycloak";
    private String maxHeap = "1g";
    private int port = FreePorts.next();
    private int managementPort = FreePorts.next();
    private Path log;
    private boolean archivesClasses;

    ServerSettings(Database database) {
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
    public ServerSettings buildOption(String name, String value) {
        buildOptions.put(name, value);
        return this;
    }

    /** An option of {@code kc.sh start}, without the leading dashes, {@code spi-…} options included. */
    public ServerSettings option(String name, String value) {
        options.put(name, value);
        return this;
    }

    /**
     * The server's own tracing.
     *
     * @param collector where spans go, by OTLP over HTTP
     */
    public ServerSettings tracing(URI collector) {
        return buildOption("tracing-enabled", "true")
                .option("tracing-endpoint", collector.toString())
                .option("tracing-protocol", "http/protobuf");
    }

    /** A JAR to stand beside ours in {@code providers/}. */
    public ServerSettings provider(Path jar) {
        providers = Stream.concat(providers.stream(), Stream.of(jar)).toList();
        return this;
    }

    /** The JARs of this folder in place of ours. */
    public ServerSettings providersOf(Path folder) {
        providers = Workspace.jars(folder);
        return this;
    }

    /** Only those of our JARs in {@code providers/} that have these names; not for a server in development. */
    public ServerSettings onlyProviders(String... names) {
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
    public ServerSettings poolMaxSize(int connections) {
        return option("db-pool-max-size", Integer.toString(connections));
    }

    /** Database of the cluster to use, created if need be; {@code keycloak} unless told. */
    public ServerSettings database(String name) {
        databaseName = name;
        return this;
    }

    /** Maximum heap as the JVM writes it, for instance {@code 512m}. */
    public ServerSettings maxHeap(String size) {
        maxHeap = size;
        return this;
    }

    /** A further argument of the server's JVM; it overrides those of {@link Workspace#serverJvmArguments()}. */
    public ServerSettings jvmArgument(String argument) {
        jvmArguments.add(argument);
        return this;
    }

    /**
     * For a server that does the same thing very often, or whose memory is measured: its hottest methods get optimized
     * machine code, and it has the collector of a server in use. A server with a little of everything to do spends more
     * on such code than it gains, even over hundreds of tests.
     */
    public ServerSettings busy() {
        return jvmArgument("-XX:TieredStopAtLevel=4")
                .jvmArgument("-XX:-UseSerialGC")
                .jvmArgument("-XX:+UseG1GC");
    }

    /** The javaagent of OpenTelemetry in the server's JVM. It is set up by variables of the environment. */
    public ServerSettings javaagent() {
        return jvmArgument("-javaagent:" + Workspace.fetched("javaagent").resolve("opentelemetry-javaagent.jar"));
    }

    /** A variable of the server's environment. */
    public ServerSettings environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /**
     * When the server stops in order, its JVM writes an archive of the classes that it has loaded, for later servers of
     * the same build: they start in two thirds of the time.
     */
    public ServerSettings archiveClasses() {
        archivesClasses = true;
        return this;
    }

    /** How long the server may take to stop. To write the archive takes longer than all else. */
    Duration stopLimit() {
        return archivesClasses ? Duration.ofMinutes(5) : Duration.ofSeconds(30);
    }

    /** Records the server's whole life with JDK Flight Recorder; the file is written when it stops in order. */
    public ServerSettings flightRecording(Path file) {
        return jvmArgument("-XX:StartFlightRecording=settings=profile,dumponexit=true,filename=" + file);
    }

    /**
     * Records the stacks of the server's whole life on the CPU with this profiler, into a file that is written when the
     * server stops in order.
     */
    public ServerSettings profiled(AsyncProfiler profiler, Path file) {
        return jvmArgument(profiler.argument(file));
    }

    /** Fixed ports instead of free ones: Keycloak's own, and that of health and metrics. */
    public ServerSettings ports(int port, int managementPort) {
        this.port = port;
        this.managementPort = managementPort;
        return this;
    }

    /** File for the output of the server; by default, one below the build directory. */
    public ServerSettings log(Path file) {
        log = file;
        return this;
    }

    /** Builds servers with these build options and JARs, unless that is done. */
    public Path build() {
        return KeycloakDistribution.optimized(buildOptions, providers);
    }

    /** Completes the build if necessary; the server is not started. */
    public KeycloakServer prepare() {
        Path home = database == null ? KeycloakDistribution.development() : build();
        return new KeycloakServer(home, this);
    }

    /**
     * Completes the build if necessary, starts the server and waits until it is ready.
     *
     * @throws IllegalStateException if it is not ready in time; the message ends with the tail of its log
     */
    public KeycloakServer start() {
        KeycloakServer server = prepare();
        server.start();
        return server;
    }

    /** The database server to live on; for a server in development, the H2 file in its home. */
    Database databaseIn(Path home) {
        return database != null ? database : new DevFile(home);
    }

    /** Name of the database there. */
    String databaseName() {
        return databaseName;
    }

    int port() {
        return port;
    }

    int managementPort() {
        return managementPort;
    }

    /** Whether the server reports its health on its management port. */
    boolean checksHealth() {
        return buildOptions.get("health-enabled").equals("true");
    }

    /** Path of the management interface, without a slash at its end. */
    String managementPath() {
        return buildOptions.getOrDefault("http-management-relative-path", "");
    }

    /** File for what the server prints. */
    Path log() {
        return log != null ? log : Workspace.directory("keycloak-logs").resolve("keycloak-" + port + ".log");
    }

    /** The command that starts the server in this home. */
    List<String> command(Path home) {
        List<String> command = new ArrayList<>(List.of(KeycloakDistribution.script(home)));
        Map<String, String> all = new LinkedHashMap<>(databaseIn(home).options(databaseName));
        if (database == null) {
            command.add("start-dev");
            all.putAll(buildOptions);
        } else {
            command.addAll(List.of("start", "--optimized"));
        }
        all.putAll(options);
        all.put("http-port", Integer.toString(port));
        all.put("http-management-port", Integer.toString(managementPort));
        all.forEach((name, value) -> command.add("--" + name + "=" + value));
        return command;
    }

    /** Another command of {@code kc.sh} with its arguments, on the server's database. */
    List<String> command(Path home, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(KeycloakDistribution.script(home)));
        command.addAll(arguments);
        command.add("--optimized");
        databaseIn(home).options(databaseName).forEach((name, value) -> command.add("--" + name + "=" + value));
        return command;
    }

    /** Variables of the environment that the server in this home is started in. */
    Map<String, String> environment(Path home) {
        List<String> jvm = new ArrayList<>(jvmArguments);
        jvm.addAll(archivesClasses ? ClassArchive.writtenAtExit(home) : ClassArchive.used(home));
        Map<String, String> all = new LinkedHashMap<>(Map.of(
                "KC_BOOTSTRAP_ADMIN_USERNAME",
                KeycloakServer.ADMIN,
                "KC_BOOTSTRAP_ADMIN_PASSWORD",
                KeycloakServer.ADMIN,
                "JAVA_OPTS_KC_HEAP",
                "-Xms256m -Xmx" + maxHeap,
                "JAVA_OPTS_APPEND",
                String.join(" ", jvm)));
        all.putAll(environment);
        return all;
    }
}
