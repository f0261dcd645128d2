// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.RejectedRecords;
import io.keylift.client.Streams;
import io.keylift.client.input.FileInput;
import io.keylift.client.input.Originals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the rejects of a job. */
@Command(
        name = "rejects",
        description = "Writes the rejects of a job as lines of JSON; with --input, each with its original record",
        footer = {"", "Example:", "  keylift rejects people --input people.ndjson --out rejects.ndjson"})
final class RejectsCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Parameters(paramLabel = "JOB", description = "Name of the job")
    private String job;

    @Option(names = "--input", paramLabel = "FILE", description = "The input of the job")
    private String input;

    @Option(names = "--streams", paramLabel = "N", defaultValue = "1", description = "Streams that the job had")
    private int streams;

    @Mixin
    private OutputOption output;

    @Mixin
    private ConnectionOptions connection;

    RejectsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        List<String> jobs = Streams.names(job, streams);
        try (Session session = connection.open(terminal);
                Originals originals = originals()) {
            RejectedRecords rejects = new RejectedRecords(session.keylift(), InputOptions.temporary());
            output.write(terminal, out -> rejects.write(jobs, originals, out));
            return ExitCode.COMPLETED;
        }
    }

    private Originals originals() throws IOException {
        return input == null
                ? new Originals.NoOriginals()
                : FileInput.of(Path.of(input), null).originals();
    }
}
