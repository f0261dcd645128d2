// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import java.util.Map;
import picocli.CommandLine.Option;

/** Options of jobs that write to the realm. */
final class WriteOptions {

    @Option(names = "--dry-run", description = "Validate and resolve every record, and write nothing")
    private boolean dryRun;

    @Option(names = "--undo", description = "Keep what `keylift undo` needs")
    private boolean undo;

    @Option(names = "--events", paramLabel = "WHAT", description = "Admin events: summary, record or none")
    private String events;

    void addTo(Map<String, String> parameters) {
        JobOptions.put(parameters, "dryRun", dryRun);
        JobOptions.put(parameters, "undo", undo);
        JobOptions.put(parameters, "events", events);
    }
}
