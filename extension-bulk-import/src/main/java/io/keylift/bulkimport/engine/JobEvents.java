// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobStatus;
import java.util.Map;
import org.keycloak.events.admin.OperationType;

/** The one admin event of an import that fires none for each record. */
final class JobEvents {

    private JobEvents() {}

    static void summary(ChunkContext context, ImportJob job, JobStatus status, Counters counters) {
        if (context.events() != EventMode.SUMMARY || job.spec().dryRun() || counters.read() == 0) {
            return;
        }
        context.adminEvent()
                .resource("BULK_IMPORT")
                .operation(OperationType.ACTION)
                .resourcePath("bulk-import", "jobs", job.spec().id())
                .representation(Map.of(
                        "kind", job.spec().kind(),
                        "status", status.name(),
                        "added", counters.added(),
                        "updated", counters.updated(),
                        "skipped", counters.skipped(),
                        "rejected", counters.rejected()))
                .success();
    }
}
