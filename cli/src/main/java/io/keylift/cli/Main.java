// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The command line of Keylift. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(run(Terminal.ofProcess(), arguments));
    }

    /** Runs a command and returns its exit code. */
    static int run(Terminal terminal, String... arguments) {
        CommandLine line = commands(terminal);
        int code = line.execute(arguments);
        terminal.out().flush();
        return code;
    }

    /** All commands. */
    static CommandLine commands(Terminal terminal) {
        CommandLine line = new CommandLine(new KeyliftCommand());
        line.addSubcommand(new LoginCommand(terminal))
                .addSubcommand(new CheckCommand(terminal))
                .addSubcommand(new KindsCommand(terminal))
                .addSubcommand(new ImportCommand(terminal))
                .addSubcommand(new VerifyCommand(terminal))
                .addSubcommand(new MirrorCommand(terminal))
                .addSubcommand(new RemoveCommand(terminal))
                .addSubcommand(new UndoCommand(terminal))
                .addSubcommand(new ExportCommand(terminal))
                .addSubcommand(new JobsCommand(terminal))
                .addSubcommand(new RejectsCommand(terminal))
                .addSubcommand(new ReportCommand(terminal))
                .addSubcommand(RealmCommand.of(terminal))
                .addSubcommand(MapCommand.of(terminal))
                .addSubcommand(new CompletionCommand(terminal));
        line.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setAbbreviatedOptionsAllowed(false);
        line.setExecutionExceptionHandler((e, command, parsed) -> {
            if (e instanceof UsageException) {
                command.getErr().println(e.getMessage());
                return ExitCode.USAGE;
            }
            if (e instanceof IOException || e instanceof InterruptedException) {
                command.getErr().println(e.getMessage());
                return ExitCode.FAILED;
            }
            throw e;
        });
        line.setExitCodeExceptionMapper(e -> e instanceof ParameterException ? ExitCode.USAGE : ExitCode.FAILED);
        return line;
    }
}
