// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the kinds. */
@Command(
        name = "kinds",
        description = "Lists the kinds of the server, with key and permission",
        footer = {"", "Example:", "  keylift kinds"})
final class KindsCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Option(names = "--json", description = "Write the list as JSON, with the JSON Schema of each kind")
    private boolean json;

    @Mixin
    private ConnectionOptions connection;

    KindsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        try (Session session = connection.open(terminal)) {
            JsonNode kinds = session.keylift().kinds();
            if (json) {
                terminal.out().println(kinds);
                return ExitCode.COMPLETED;
            }
            Table table = new Table("KIND", "KEY", "PERMISSION", "PERMITTED");
            for (JsonNode kind : kinds) {
                table.row(
                        kind.path("kind").asText(),
                        kind.path("key").asText(),
                        kind.path("permission").asText(),
                        kind.path("permitted").asBoolean() ? "yes" : "no");
            }
            table.print(terminal.out());
            return ExitCode.COMPLETED;
        }
    }
}
