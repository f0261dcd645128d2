// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command without a subcommand. */
@Command(
        name = "keylift",
        description = "Imports, exports and compares the objects of a Keycloak realm through Keylift",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        scope = CommandLine.ScopeType.INHERIT,
        sortOptions = false,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:completed",
            "1:completed, with rejects or differences",
            "2:the command cannot be run as it was given",
            "3:stopped at a limit, such as --max-rejects",
            "4:failed"
        })
final class KeyliftCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Name a command. `keylift --help` lists them.");
    }
}
