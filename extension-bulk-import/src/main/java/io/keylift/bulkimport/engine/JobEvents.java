// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobStatus;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.keycloak.events.admin.OperationType;

/** The one admin event of an import that fires none for each record. */
final class JobEvents {

    private JobEvents() {}

    static void summary(ChunkContext context, ImportJob job, JobStatus status, Counters counters) {
        if (context.events() != EventMode.SUMMARY || job.spec().dryRun() || counters.read() == 0) {
            return;
        }
        context.ownEvent()
                .resource("BULK_IMPORT")
                .operation(OperationType.ACTION)
                .resourcePath("bulk-import", "jobs", job.spec().id())
                .representation(representation(job, status, counters))
                .success();
    }

    private static Map<String, Object> representation(ImportJob job, JobStatus status, Counters counters) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("kind", job.spec().kind());
        shown.put("op", job.spec().operation().name().toLowerCase(Locale.ROOT));
        shown.put("status", status.name());
        if (job.spec().isRemoval()) {
            shown.put("removed", counters.removed());
        } else {
            shown.put("added", counters.added());
            shown.put("updated", counters.updated());
        }
        shown.put("skipped", counters.skipped());
        shown.put("rejected", counters.rejected());
        return shown;
    }
}
