// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Commands about mappings. */
@Command(
        name = "map",
        description = "Prints a mapping of another system, or tries one on files, without a server",
        footer = {"", "Example:", "  keylift map try --from auth0 users.json"})
final class MapCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    /** With its subcommands. */
    static CommandLine of(Terminal terminal) {
        return new CommandLine(new MapCommand())
                .addSubcommand(new MapPrintCommand(terminal))
                .addSubcommand(new MapTryCommand(terminal));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Use `keylift map print NAME` or `keylift map try FILE`");
    }
}
