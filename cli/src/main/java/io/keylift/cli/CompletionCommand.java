// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Writes the completion of a shell. */
@Command(
        name = "completion",
        description = "Writes a script for the completion of bash and zsh",
        footer = {"", "Example:", "  source <(keylift completion)"})
final class CompletionCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Spec
    private CommandSpec spec;

    CompletionCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        terminal.out().println(AutoComplete.bash("keylift", spec.root().commandLine()));
        return ExitCode.COMPLETED;
    }
}
