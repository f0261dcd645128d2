// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import java.util.Map;
import picocli.CommandLine.Option;

/** Options of jobs that read whole records, not only their keys. */
final class RecordOptions {

    @Option(names = "--ids", paramLabel = "WHAT", description = "Ids that records give: strict, prefer or ignore")
    private String ids;

    @Option(
            names = "--drop",
            paramLabel = "WHAT",
            description = "What to leave out instead of rejecting the record, separated by commas:"
                    + " unwritable-attributes, unknown-references, unknown-fields, unknown-hashes")
    private String drop;

    void addTo(Map<String, String> parameters) {
        JobOptions.put(parameters, "ids", ids);
        JobOptions.put(parameters, "drop", drop);
    }
}
