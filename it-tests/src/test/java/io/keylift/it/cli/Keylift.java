// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.cli;

import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs the packaged command in a folder. */
public final class Keylift {

    private static final long LIMIT_SECONDS = 500;

    private final Path folder;
    private final Map<String, String> environment;

    private Keylift(Path folder, Map<String, String> environment) {
        this.folder = folder;
        this.environment = environment;
    }

    static Keylift asServiceAccount(URI server, String realm, String secret, Path folder) {
        return new Keylift(
                folder,
                Map.of(
                        "KEYLIFT_SERVER",
                        server.toString(),
                        "KEYLIFT_REALM",
                        realm,
                        "KEYLIFT_CLIENT_ID",
                        "importer",
                        "KEYLIFT_CLIENT_SECRET",
                        secret));
    }

    /** As the bootstrap administrator, whose tokens live for one minute. */
    public static Keylift asAdministrator(URI server, String realm, Path folder) {
        return new Keylift(
                folder,
                Map.of(
                        "KEYLIFT_SERVER",
                        server.toString(),
                        "KEYLIFT_REALM",
                        realm,
                        "KEYLIFT_TOKEN_REALM",
                        "master",
                        "KEYLIFT_CLIENT_ID",
                        "admin-cli",
                        "KEYLIFT_USERNAME",
                        "admin",
                        "KEYLIFT_PASSWORD",
                        "admin"));
    }

    /** A copy with more of an environment. */
    Keylift with(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(more);
        return new Keylift(folder, all);
    }

    /** Variables that a run needs. */
    Map<String, String> environment() {
        Map<String, String> all = new HashMap<>(environment);
        all.put("KEYLIFT_CONFIG", folder.resolve("config").toString());
        all.put("JAVA_HOME", System.getProperty("java.home"));
        return all;
    }

    /** A run that has ended. */
    public record Ended(int code, String out, String err) {}

    Ended run(String... arguments) throws IOException, InterruptedException {
        return runWith("", arguments);
    }

    /** @param input standard input */
    Ended runWith(String input, String... arguments) throws IOException, InterruptedException {
        try (Running running = start(arguments)) {
            try (OutputStream in = running.process.getOutputStream()) {
                in.write(input.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // A command that reads no input may have ended.
            }
            return running.await();
        }
    }

    public Running start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(Workspace.command().toString()));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(folder, "out", ".txt");
        Path err = Files.createTempFile(folder, "err", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("KEYLIFT_"));
        builder.environment().putAll(environment());
        return new Running(builder.start(), out, err);
    }

    /** A run that has not ended. */
    public record Running(Process process, Path out, Path err) implements AutoCloseable {

        public Ended await() throws IOException, InterruptedException {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("keylift goes on: " + Files.readString(err));
            }
            return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
