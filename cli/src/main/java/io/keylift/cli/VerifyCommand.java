// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares records with the realm. */
@Command(
        name = "verify",
        description = "Compares records with what the realm has, and writes nothing",
        footer = {"", "Example:", "  keylift verify users people.ndjson --extra --job proof"})
final class VerifyCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Option(names = "--extra", description = "Also find objects that no record names")
    private boolean extra;

    @Option(
            names = "--kinds",
            paramLabel = "NAMES",
            description = "With --extra and several kinds: those to look for, separated by commas")
    private String kinds;

    @Option(names = "--if-exists", paramLabel = "WHAT", description = "merge: compare as a merge would.")
    private String ifExists;

    @Mixin
    private RecordJob job;

    VerifyCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("op", "verify");
        JobOptions.put(parameters, "extra", extra);
        JobOptions.put(parameters, "kinds", kinds);
        JobOptions.put(parameters, "ifExists", ifExists);
        return job.run(terminal, parameters);
    }
}
