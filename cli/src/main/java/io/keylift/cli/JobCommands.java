// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.JobRequest;
import io.keylift.client.RejectedRecords;
import io.keylift.client.StreamedJob;
import io.keylift.client.Streams;
import io.keylift.client.input.Input;
import io.keylift.client.input.Originals;
import io.keylift.client.output.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Runs a job that sends records, for the commands that do. */
final class JobCommands {

    private final Terminal terminal;
    private final ConnectionOptions connection;
    private final JobInput.Source inputs;
    private final JobOptions options;

    JobCommands(Terminal terminal, ConnectionOptions connection, JobInput.Source inputs, JobOptions options) {
        this.terminal = terminal;
        this.connection = connection;
        this.inputs = inputs;
        this.options = options;
    }

    /**
     * Runs the job until it has ended, tells how, and returns the exit code.
     *
     * @param parameters those of the command, besides those of all jobs
     */
    int run(Map<String, String> parameters) throws IOException, InterruptedException {
        Map<String, String> all = options.parameters();
        all.putAll(parameters);
        requireNumbers();
        requireNewFile();
        try (JobInput opened = inputs.open(terminal);
                Session session = connection.open(terminal, options.patience())) {
            requireLines(opened.input());
            return run(session, opened, all);
        }
    }

    private void requireNumbers() {
        if (options.streams() < 1 || options.streams() > Streams.MOST) {
            throw new UsageException("`--streams` is a number from 1 to " + Streams.MOST);
        }
        if (options.rate() < 0) {
            throw new UsageException("`--rate` is a number above 0");
        }
    }

    /** The file may have corrections, or be the input. */
    private void requireNewFile() {
        if (options.rejects() == null) {
            return;
        }
        Path file = Path.of(options.rejects()).toAbsolutePath();
        if (Files.exists(file)) {
            throw new UsageException(
                    "The file " + options.rejects() + " exists. Name another one in `--rejects`, or remove it.");
        }
        if (!Files.isWritable(file.getParent())) {
            throw new UsageException("`--rejects`: the folder " + file.getParent() + " cannot be written");
        }
    }

    private void requireLines(Input input) {
        if (options.rate() > 0 && (!input.format().hasLines() || input.isCompressed())) {
            throw new UsageException("`--rate` counts lines, so the input has to be lines of JSON without compression");
        }
    }

    private int run(Session session, JobInput opened, Map<String, String> parameters)
            throws IOException, InterruptedException {
        Input input = opened.input();
        String name = options.name(opened.kind());
        JobRequest job = new JobRequest(opened.kind(), name, parameters, input, options.rate());
        Streams streams = Streams.of(session.keylift(), job, options.streams());
        if (options.isNamed()) {
            streams.requireSameNumber();
        }
        // Streams send what they have read without its compression.
        long length = options.streams() > 1 && input.isCompressed() ? -1 : input.length();
        StreamedJob ended;
        try (Progress progress = new Progress(terminal, options.following(), name, length)) {
            progress.begin();
            ended = streams.run(progress::listener);
        }
        new Summary(terminal.err()).print(name, ended);
        writeRejects(session, name, input, ended);
        return Math.max(ExitCode.of(ended), tellConversion(input, ended));
    }

    /** Records that could not be converted count like rejects. */
    private int tellConversion(Input input, StreamedJob ended) throws IOException {
        if (!(input instanceof ConvertedInput converted)) {
            return ExitCode.COMPLETED;
        }
        ConvertedInput.Result result = ended.worst().isCompleted() ? converted.whole() : converted.result();
        ConversionSummary.print(converted.system(), result, terminal.err());
        if (options.following().json()) {
            terminal.out().println(ConversionSummary.json(result));
        }
        return result.report().problems() > 0 ? ExitCode.WITH_REJECTS : ExitCode.COMPLETED;
    }

    private void writeRejects(Session session, String name, Input input, StreamedJob ended)
            throws IOException, InterruptedException {
        if (options.rejects() != null && input.isRepeatable()) {
            try (PrivateFile file = new PrivateFile(Path.of(options.rejects()));
                    Originals originals = input.originals()) {
                long count = new RejectedRecords(session.keylift(), InputOptions.temporary())
                        .write(Streams.names(name, options.streams()), originals, file.out());
                file.keep();
                terminal.err().println(count + " rejects are in " + options.rejects());
            }
        } else if (ended.counts().rejected() > 0) {
            terminal.err().println("See the rejects with `keylift rejects " + name + "`");
        }
    }
}
