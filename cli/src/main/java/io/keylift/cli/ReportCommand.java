// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the report of a verification. */
@Command(
        name = "report",
        description = "Writes the report of a verification that has ended",
        footer = {"", "Example:", "  keylift report proof --form html --out proof.html"})
final class ReportCommand implements Callable<Integer> {

    /** Content types by the names of the command line. */
    enum Form {
        JSON("application/json"),
        HTML("text/html"),
        JWS("application/jose");

        private final String contentType;

        Form(String contentType) {
            this.contentType = contentType;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Terminal terminal;

    @Parameters(paramLabel = "JOB", description = "Name of the job")
    private String job;

    @Option(
            names = "--form",
            paramLabel = "FORM",
            defaultValue = "json",
            description = "json, html, or jws for a signed report. Default: json.")
    private Form form;

    @Mixin
    private OutputOption output;

    @Mixin
    private ConnectionOptions connection;

    ReportCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        try (Session session = connection.open(terminal)) {
            return output.write(terminal, out -> {
                session.keylift().report(job, form.contentType, out);
                return ExitCode.COMPLETED;
            });
        }
    }
}
