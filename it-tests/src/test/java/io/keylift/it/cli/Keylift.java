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
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs the packaged command as a service account of a realm, in a folder of its own. */
final class Keylift {

    private static final long LIMIT_SECONDS = 120;

    private final Path folder;
    private final Map<String, String> environment;

    Keylift(URI server, String realm, String secret, Path folder) {
        this.folder = folder;
        this.environment = Map.of(
                "KEYLIFT_SERVER",
                server.toString(),
                "KEYLIFT_REALM",
                realm,
                "KEYLIFT_CLIENT_ID",
                "importer",
                "KEYLIFT_CLIENT_SECRET",
                secret,
                "KEYLIFT_CONFIG",
                folder.resolve("config").toString(),
                "JAVA_HOME",
                System.getProperty("java.home"));
    }

    /** What a run has left. */
    record Ended(int code, String out, String err) {}

    Ended run(String... arguments) throws IOException, InterruptedException {
        return runWith("", arguments);
    }

    /** @param input standard input */
    Ended runWith(String input, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Workspace.command().toString()));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(folder, "out", ".txt");
        Path err = Files.createTempFile(folder, "err", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("KEYLIFT_"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // A command that reads no input may have ended.
        }
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("keylift " + arguments[0] + " goes on: " + Files.readString(err));
            }
        } finally {
            process.destroyForcibly();
        }
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
