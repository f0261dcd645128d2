// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes a kind equal to records. */
@Command(
        name = "mirror",
        description = "Imports the records, then removes the objects of the scope that no record names",
        footer = {"", "Example:", "  keylift mirror users people.ndjson --scope realm --max-removals 100 --dry-run"})
final class MirrorCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Option(names = "--scope", paramLabel = "WHAT", description = "realm: all objects of the kind.")
    private String scope;

    @Option(names = "--organization", paramLabel = "ALIAS", description = "Objects of this organization")
    private String organization;

    @Option(names = "--group", paramLabel = "PATH", description = "Members of this group")
    private String group;

    @Option(names = "--client", paramLabel = "ID", description = "Objects of this client")
    private String client;

    @Option(names = "--source", paramLabel = "NAME", description = "Capabilities of this source")
    private String source;

    @Option(
            names = "--max-removals",
            paramLabel = "N",
            description = "How many objects, or which share such as 5%%, may be removed. Default: 0.1%%.")
    private String maxRemovals;

    @Mixin
    private WriteOptions writing;

    @Mixin
    private RecordJob job;

    MirrorCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("op", "mirror");
        JobOptions.put(parameters, "scope", scope);
        JobOptions.put(parameters, "organization", organization);
        JobOptions.put(parameters, "group", group);
        JobOptions.put(parameters, "client", client);
        JobOptions.put(parameters, "source", source);
        JobOptions.put(parameters, "maxRemovals", maxRemovals);
        writing.addTo(parameters);
        return job.runWithoutProblems(terminal, parameters);
    }
}
