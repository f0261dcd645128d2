// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Mixin;

/** A job that sends whole records, also those of other systems. */
final class RecordJob {

    @Mixin
    private InputOptions inputs;

    @Mixin
    private MappingOptions mapping;

    @Mixin
    private RecordOptions records;

    @Mixin
    private JobOptions job;

    @Mixin
    private ConnectionOptions connection;

    /** @param parameters those of the command */
    int run(Terminal terminal, Map<String, String> parameters) throws IOException, InterruptedException {
        return run(terminal, parameters, from -> inputs.open(from, mapping));
    }

    /** Refuses files of which not every record can be converted. */
    int runWithoutProblems(Terminal terminal, Map<String, String> parameters) throws IOException, InterruptedException {
        return run(terminal, parameters, from -> inputs.open(from, mapping).requireNoProblems());
    }

    private int run(Terminal terminal, Map<String, String> parameters, JobInput.Source source)
            throws IOException, InterruptedException {
        records.addTo(parameters);
        return new JobCommands(terminal, connection, source, job).run(parameters);
    }
}
