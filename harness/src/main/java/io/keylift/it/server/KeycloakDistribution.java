// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Keycloak with our JARs in {@code providers/}, put through {@code kc.sh build}. That takes half a minute, so the
 * result is kept for each combination of JAR contents and build options and serves any number of servers.
 */
final class KeycloakDistribution {

    private static final String MARKER = "keylift-optimized";

    /**
     * The build asks SSSD over D-Bus whether it is there. On a machine without D-Bus it tries for ten seconds; of an
     * address of a kind that Keycloak has no code for, it knows at once.
     */
    private static final Map<String, String> NO_BUS = Map.of("DBUS_SYSTEM_BUS_ADDRESS", "tcp:host=localhost");

    private KeycloakDistribution() {}

    /**
     * The home directory of a Keycloak that is ready for {@code start --optimized}.
     *
     * @param providers JARs to stand in {@code providers/}
     * @throws IllegalStateException if {@code kc.sh build} fails; the message carries its output
     */
    static Path optimized(Map<String, String> buildOptions, List<Path> providers) {
        SortedMap<String, String> options = new TreeMap<>(buildOptions);
        Path distribution = Workspace.distribution();
        Path parent = Workspace.directory("keycloak");
        String key = key(providers, options);
        Path home = parent.resolve(key);
        try {
            // Another thread or JVM, a demo beside a test run, may be building the very same home.
            MachineLock.holding(parent.resolve(key + ".lock"), () -> {
                if (!Files.exists(home.resolve(MARKER))) {
                    FileTree.delete(home);
                    copy(distribution, providers, home);
                    build(home, options);
                    Files.createFile(home.resolve(MARKER));
                }
            });
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot prepare Keycloak in " + home, e);
        }
    }

    /**
     * The home directory of a Keycloak that {@code start-dev} is going to put through the build itself, without any
     * data. The result of that build is kept, too.
     */
    static Path development() {
        List<Path> providers = Workspace.providers();
        Path distribution = Workspace.distribution();
        String key = key(providers, new TreeMap<>());
        Path home = Workspace.directory("keycloak").resolve("dev-" + key);
        try {
            MachineLock.holding(home.resolveSibling(home.getFileName() + ".lock"), () -> {
                if (!Files.exists(home.resolve(MARKER))) {
                    FileTree.delete(home);
                    copy(distribution, providers, home);
                    Files.createFile(home.resolve(MARKER));
                }
            });
            FileTree.delete(data(home));
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot prepare Keycloak in " + home, e);
        }
    }

    /** Where a server with this home keeps its data. */
    static Path data(Path home) {
        return home.resolve("data");
    }

    private static void copy(Path distribution, List<Path> providers, Path home) throws IOException {
        FileTree.copy(distribution, home, path -> path.startsWith(Path.of("lib", "lib")));
        for (Path provider : providers) {
            Files.copy(provider, home.resolve("providers").resolve(provider.getFileName()));
        }
    }

    private static void build(Path home, SortedMap<String, String> options) throws IOException {
        List<String> command = new ArrayList<>(List.of(script(home), "build"));
        options.forEach((name, value) -> command.add("--" + name + "=" + value));
        Path log = home.resolveSibling(home.getFileName() + "-build.log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.to(log.toFile()));
        cleanEnvironment(builder);
        // Less than half the time: it is over before better machine code pays, or a concurrent collector.
        builder.environment()
                .put(
                        "JAVA_OPTS_APPEND",
                        "-XX:TieredStopAtLevel=1 -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote"
                                + " -XX:-UseG1GC -XX:+UseSerialGC");
        Process process = builder.start();
        ProcessGuard.instance().watch(process.pid(), "TERM");
        try {
            if (process.waitFor() != 0) {
                throw new IllegalStateException("kc.sh build failed:\n" + Files.readString(log));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while kc.sh build was running", e);
        } finally {
            process.destroy();
            ProcessGuard.instance().unwatch(process.pid());
        }
    }

    static String script(Path home) {
        return home.resolve("bin").resolve("kc.sh").toString();
    }

    /** The developer's own settings must not leak in, and the server runs on this very JDK. */
    static void cleanEnvironment(ProcessBuilder builder) {
        builder.environment()
                .keySet()
                .removeIf(name -> name.startsWith("KC_")
                        || name.startsWith("KCRAW_")
                        || name.startsWith("QUARKUS_")
                        || name.startsWith("JAVA_")
                        || name.startsWith("OTEL_")
                        || name.startsWith("MAVEN_"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(NO_BUS);
    }

    /** Identifies a Keycloak by its version, the contents of its providers' JARs and its build options. */
    static String key(List<Path> providers, SortedMap<String, String> options) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(Workspace.distribution().toString().getBytes(StandardCharsets.UTF_8));
            digest.update(options.toString().getBytes(StandardCharsets.UTF_8));
            for (Path provider : providers) {
                digest.update(provider.getFileName().toString().getBytes(StandardCharsets.UTF_8));
                digest.update(Files.readAllBytes(provider));
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
