// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.client.answer.Counts;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists, shows and moves jobs. */
@Command(
        name = "jobs",
        description = "Lists the jobs, the newest first; shows, pauses, resumes, cancels or removes one",
        footer = {"", "Examples:", "  keylift jobs --status running", "  keylift jobs pause people"})
final class JobsCommand implements Callable<Integer> {

    private static final List<String> MOVES = List.of("pause", "resume", "cancel");

    private final Terminal terminal;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "ACTION",
            description = "show, pause, resume, cancel or remove. Default: list the jobs.")
    private String action;

    @Parameters(index = "1", arity = "0..1", paramLabel = "JOB", description = "Name of the job")
    private String job;

    @Option(names = "--status", paramLabel = "STATUS", description = "Only jobs with this status")
    private String status;

    @Option(names = "--first", paramLabel = "N", description = "Number of jobs to skip")
    private Integer first;

    @Option(names = "--max", paramLabel = "N", description = "At most so many jobs")
    private Integer max;

    @Option(names = "--json", description = "Write JSON.")
    private boolean json;

    @Mixin
    private ConnectionOptions connection;

    JobsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        if (action != null && job == null) {
            throw new UsageException("Name the job: `keylift jobs " + action + " JOB`");
        }
        try (Session session = connection.open(terminal)) {
            if (action == null) {
                list(session);
            } else if (action.equals("show")) {
                terminal.out()
                        .println(session.keylift()
                                .job(job)
                                .orElseThrow(() -> new IOException("There is no job " + job))
                                .toPrettyString());
            } else if (action.equals("remove")) {
                session.keylift().remove(job);
            } else if (MOVES.contains(action)) {
                terminal.out().println(session.keylift().move(job, action).toPrettyString());
            } else {
                throw new UsageException("Unknown action `" + action + "`: show, pause, resume, cancel or remove");
            }
        }
        return ExitCode.COMPLETED;
    }

    private void list(Session session) throws IOException, InterruptedException {
        Map<String, String> parameters = new LinkedHashMap<>();
        JobOptions.put(parameters, "status", status);
        JobOptions.put(parameters, "first", first);
        JobOptions.put(parameters, "max", max);
        JsonNode jobs = session.keylift().jobs(parameters);
        if (json) {
            terminal.out().println(jobs);
            return;
        }
        Table table = new Table("JOB", "KIND", "OP", "STATUS", "STARTED", "OUTCOMES");
        for (JsonNode found : jobs) {
            table.row(
                    found.path("id").asText(),
                    found.path("kind").asText(),
                    found.path("op").asText() + (found.path("dryRun").asBoolean() ? " (dry run)" : ""),
                    found.path("status").asText(),
                    Instant.ofEpochMilli(found.path("startedAt").asLong())
                            .truncatedTo(ChronoUnit.SECONDS)
                            .toString(),
                    Summary.text(Counts.of(found)));
        }
        table.print(terminal.out());
    }
}
