// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.formats.FormatException;
import io.keylift.formats.Mapping;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints a mapping. */
@Command(
        name = "print",
        description = "Prints the mapping of a system, to change it and to use it with --map",
        footer = {"", "Example:", "  keylift map print auth0 > mine.jq"})
final class MapPrintCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Parameters(paramLabel = "NAME", description = "Name of the system")
    private String name;

    MapPrintCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        try {
            terminal.out().print(Mapping.of(name).text());
        } catch (FormatException e) {
            throw new UsageException(e.getMessage());
        }
        return ExitCode.COMPLETED;
    }
}
