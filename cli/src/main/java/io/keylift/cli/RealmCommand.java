// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Commands about whole realms. */
@Command(
        name = "realm",
        description = "Copies a realm with its settings to another server or name, or compares settings of two realms",
        footer = {"", "Example:", "  keylift realm copy --to-realm acme-test"})
final class RealmCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    /** With its subcommands. */
    static CommandLine of(Terminal terminal) {
        return new CommandLine(new RealmCommand()).addSubcommand(new RealmCopyCommand(terminal));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Use `keylift realm copy`");
    }
}
