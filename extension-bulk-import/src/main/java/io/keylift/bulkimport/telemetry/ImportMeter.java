// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.telemetry;

/** The meters of the bulk import with their names, units and tags. Tag values are only kinds and enum constants. */
enum ImportMeter {
    RECORDS("keylift.import.records", "Records of committed chunks by kind, operation and outcome"),
    CHUNK("keylift.import.chunk", "Time of committed chunks by kind, operation and phase"),
    CHUNKS_IN_FLIGHT("keylift.import.chunks.in.flight", "Chunks that this node is importing"),
    CHUNKS_FAILED("keylift.import.chunks.failed", "Chunks that could not be committed, by kind and operation"),
    JOBS_ACTIVE("keylift.import.jobs.active", "Imports that this node runs"),
    JOBS("keylift.import.jobs", "Runs of imports that ended, by kind, operation and status");

    static final String KIND = "kind";
    static final String OP = "op";
    static final String OUTCOME = "outcome";
    static final String PHASE = "phase";
    static final String STATUS = "status";

    final String meterName;
    final String description;

    ImportMeter(String meterName, String description) {
        this.meterName = meterName;
        this.description = description;
    }
}
