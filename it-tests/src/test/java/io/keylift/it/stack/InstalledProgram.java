// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Programs on the machine that a test needs, and the output of a run. */
public final class InstalledProgram {

    /** @param exitCode what the program ended with
     *  @param output what it printed, errors included */
    public record Result(int exitCode, String output) {}

    private InstalledProgram() {}

    public static boolean isThere(String program) {
        // Daemons are not in everybody's path.
        return Stream.concat(Stream.of(System.getenv("PATH").split(File.pathSeparator)), Stream.of("/usr/sbin"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    /** Skips the test where this program is missing. */
    public static void require(String program, String debianPackages) {
        Assumptions.assumeTrue(
                isThere(program),
                "This test needs " + program + " (on Debian: apt-get install " + debianPackages + ")");
    }

    /** Path of the program's executable. */
    public static String path(String program) {
        Path daemon = Path.of("/usr/sbin", program);
        return Files.isExecutable(daemon) ? daemon.toString() : program;
    }

    /**
     * Runs a program to its end, nine minutes at most: Go compiles a collector beside other tests. The environment is
     * added to the test's own; an empty value takes one away.
     */
    public static Result run(Path directory, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        environment.forEach((name, value) -> {
            if (value.isEmpty()) {
                builder.environment().remove(name);
            } else {
                builder.environment().put(name, value);
            }
        });
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(9, TimeUnit.MINUTES)).as("%s ends", command).isTrue();
        return new Result(process.exitValue(), output);
    }
}
