// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Removes objects. */
@Command(
        name = "remove",
        description = "Removes the objects that the records name. Without --undo, this cannot be undone.",
        footer = {"", "Example:", "  keylift remove users leavers.ndjson --undo --job leavers"})
final class RemoveCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    private InputOptions inputs;

    @Mixin
    private WriteOptions writing;

    @Mixin
    private JobOptions job;

    @Mixin
    private ConnectionOptions connection;

    RemoveCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("op", "remove");
        writing.addTo(parameters);
        return new JobCommands(terminal, connection, inputs::open, job).run(parameters);
    }
}
