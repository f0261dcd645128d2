// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.StreamedJob;
import io.keylift.client.answer.SummaryLine;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Undoes a job. */
@Command(
        name = "undo",
        description = "Gives back what a job has changed that was run with --undo",
        footer = {"", "Example:", "  keylift undo leavers"})
final class UndoCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Parameters(paramLabel = "JOB", description = "Name of the job")
    private String job;

    @Option(names = "--events", paramLabel = "WHAT", description = "Admin events: summary, record or none")
    private String events;

    @Mixin
    private FollowOptions following;

    @Mixin
    private ConnectionOptions connection;

    UndoCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        Map<String, String> parameters = new LinkedHashMap<>();
        JobOptions.put(parameters, "events", events);
        String name = "undo-" + job;
        parameters.put("job", name);
        StreamedJob ended;
        try (Session session = connection.open(terminal, Duration.ofHours(1));
                Progress progress = new Progress(terminal, following, name, -1)) {
            progress.begin();
            SummaryLine summary = session.keylift().undo(job, parameters, progress.listener(1));
            ended = new StreamedJob(List.of(summary));
        }
        new Summary(terminal.err()).print(name, ended);
        return ExitCode.of(ended);
    }
}
