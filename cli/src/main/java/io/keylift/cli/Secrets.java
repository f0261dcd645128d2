// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Secrets from files, standard input or the environment; all users of a machine see its arguments. */
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
     * @param option value of the option that names its file
     * @param name of the secret
     */
    String find(String option, String name) throws IOException {
        String variable = terminal.environment().get(Settings.variable(name));
        if (option == null && variable != null && !variable.isEmpty()) {
            return variable;
        }
        String file = settings.value(option, name + "-file");
        if (file == null) {
            return null;
        }
        try {
            byte[] bytes = file.equals("-") ? terminal.in().readAllBytes() : Files.readAllBytes(Path.of(file));
            return new String(bytes, StandardCharsets.UTF_8).strip();
        } catch (NoSuchFileException e) {
            throw new UsageException("There is no file " + file + " with the secret `" + name + "`");
        }
    }

    String required(String option, String name) throws IOException {
        String secret = find(option, name);
        if (secret == null) {
            throw new UsageException("Give `--" + name + "-file`, or set " + Settings.variable(name));
        }
        return secret;
    }
}
