// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.OutputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes objects as records. */
@Command(
        name = "export",
        description = "Writes the objects of a kind as lines of JSON that an import takes",
        footer = {"", "Example:", "  keylift export users --filter organization=globex --out globex.ndjson"})
final class ExportCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Parameters(paramLabel = "KIND", description = "Kind to export; realm for several")
    private String kind;

    @Mixin
    private OutputOption output;

    @Option(names = "--fields", paramLabel = "NAMES", description = "Fields to write, separated by commas")
    private String fields;

    @Option(
            names = "--filter",
            paramLabel = "NAME=VALUE",
            description = "A filter, such as search=jo*, q=tier:gold or organization=globex. Can be repeated.")
    private Map<String, String> filters = new LinkedHashMap<>();

    @Option(names = "--kinds", paramLabel = "NAMES", description = "With realm: the kinds, separated by commas")
    private String kinds;

    @Option(names = "--after", paramLabel = "POSITION", description = "Where to go on behind an earlier export")
    private String after;

    @Option(names = "--max", paramLabel = "N", description = "At most so many objects")
    private Long max;

    @Option(names = "--secrets", description = "With credentials, client secrets and the like")
    private boolean secrets;

    @Mixin
    private ConnectionOptions connection;

    ExportCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        Map<String, String> parameters = new LinkedHashMap<>(filters);
        JobOptions.put(parameters, "fields", fields);
        JobOptions.put(parameters, "kinds", kinds);
        JobOptions.put(parameters, "after", after);
        JobOptions.put(parameters, "max", max);
        JobOptions.put(parameters, "secrets", secrets);
        try (Session session = connection.open(terminal, Duration.ofHours(1))) {
            return output.write(terminal, out -> write(session, parameters, out));
        }
    }

    private int write(Session session, Map<String, String> parameters, OutputStream stream) throws Exception {
        JsonNode summary = session.keylift()
                .export(InputOptions.kindOf(kind), parameters, new Waits(terminal.err()))
                .writeTo(stream, records -> {});
        stream.flush();
        terminal.err().println(summary);
        return summary.path("status").asText().equals("COMPLETED") ? ExitCode.COMPLETED : ExitCode.FAILED;
    }
}
