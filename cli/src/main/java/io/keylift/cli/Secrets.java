// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * Secrets from files, standard input, the environment or a program such as that of a keyring; all users of a machine
 * see its arguments.
 */
final class Secrets {

    private final Terminal terminal;
    private final Settings settings;

    Secrets(Terminal terminal, Settings settings) {
        this.terminal = terminal;
        this.settings = settings;
    }

    /**
     * A secret, or {@code null}.
     *
     * @param fileOption value of the option that names its file
     * @param commandOption value of the option with the command that writes it
     * @param name of the secret
     */
    String find(String fileOption, String commandOption, String name) throws IOException {
        if (fileOption != null && commandOption != null) {
            throw new UsageException("Give one of `" + settings.option(name + "-file") + "` and `"
                    + settings.option(name + "-command") + "`");
        }
        String variable = terminal.environment().get(settings.variable(name));
        if (fileOption == null && commandOption == null && variable != null && !variable.isEmpty()) {
            return variable;
        }
        String file = commandOption == null ? settings.value(fileOption, name + "-file") : null;
        if (file != null) {
            return ofFile(file, name);
        }
        String command = settings.value(commandOption, name + "-command");
        return command == null ? null : ofCommand(command, name);
    }

    private String ofFile(String file, String name) throws IOException {
        try {
            byte[] bytes = file.equals("-") ? terminal.in().readAllBytes() : Files.readAllBytes(Path.of(file));
            return new String(bytes, StandardCharsets.UTF_8).strip();
        } catch (NoSuchFileException e) {
            throw new UsageException("There is no file " + file + " with the secret `" + name + "`");
        }
    }

    /** The first line of its output; messages go to standard error, and are the only ones to be shown. */
    private static String ofCommand(String command, String name) throws IOException {
        List<String> shell = System.getProperty("os.name").startsWith("Windows")
                ? List.of("cmd", "/c", command)
                : List.of("sh", "-c", command);
        Process process = new ProcessBuilder(shell)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        process.getOutputStream().close(); // standard input may be the input of a job
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0 || output.isBlank()) {
                throw new UsageException("The command of `--" + name + "-command` ended with " + process.exitValue()
                        + (output.isBlank() ? ", without a secret" : ""));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The command of `--" + name + "-command` was interrupted");
        }
        return output.lines().findFirst().orElseThrow().strip();
    }

    String required(String fileOption, String commandOption, String name) throws IOException {
        String secret = find(fileOption, commandOption, name);
        if (secret == null) {
            throw new UsageException("Give `" + settings.option(name + "-file") + "` or `"
                    + settings.option(name + "-command") + "`, or set " + settings.variable(name));
        }
        return secret;
    }
}
