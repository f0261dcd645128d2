// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.input.Fingerprint;
import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobOption;
import io.keylift.bulkimport.job.JobOptions;
import io.keylift.bulkimport.job.JobStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.keycloak.events.admin.OperationType;

/** Fires the single admin event of an import that does not fire one for each record. */
final class JobEvents {

    private JobEvents() {}

    static void summary(ChunkContext context, ImportJob job, JobStatus status, Counters counters, ChunkInput input) {
        if (context.events() != EventMode.SUMMARY || counters.read() == 0) {
            return;
        }
        context.ownEvent()
                .resource("BULK_IMPORT")
                .operation(OperationType.ACTION)
                .resourcePath("bulk-import", "jobs", job.spec().id())
                .representation(representation(context, job, status, counters, input))
                .success();
    }

    private static Map<String, Object> representation(
            ChunkContext context, ImportJob job, JobStatus status, Counters counters, ChunkInput input) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("kind", job.spec().kind());
        shown.put("op", lowerCase(job.spec().operation()));
        shown.put("status", status.name());
        counters.byName(job.spec()).forEach(shown::put);
        shown.put("parameters", parameters(context.options()));
        shown.put("input", input(input));
        shown.put("caller", caller(context.caller()));
        return shown;
    }

    private static Map<String, Object> parameters(ImportOptions options) {
        Map<String, Object> shown = new LinkedHashMap<>();
        JobOptions chosen = options.spec().options();
        for (JobOption<?> option : List.of(JobOption.IF_EXISTS, JobOption.IDS)) {
            if (option.affects(options.spec().operation())) {
                shown.put(option.name(), chosen.shown(option));
            }
        }
        if (options.spec().isMirror()) {
            // The values may name persons.
            shown.put("scope", new TreeSet<>(options.spec().scope().keySet()));
            shown.put("maxRemovals", options.maxRemovals().toString());
        }
        for (JobOption<?> option : List.of(JobOption.DROP, JobOption.NO_PASSWORD, JobOption.DRY_RUN, JobOption.UNDO)) {
            if (option == JobOption.DRY_RUN || !chosen.isDefault(option)) {
                shown.put(option.name(), chosen.shown(option));
            }
        }
        if (options.spec().isUndo()) {
            shown.put("undoes", options.spec().undoes().id());
        }
        shown.put("onReject", options.stopOnReject() ? "stop" : "continue");
        if (options.maxRejects() != Long.MAX_VALUE) {
            shown.put("maxRejects", options.maxRejects());
        }
        shown.put("chunkSize", options.spec().chunkSize());
        shown.put("parallelism", options.parallelism() == 0 ? "auto" : options.parallelism());
        shown.put("events", lowerCase(options.events()));
        shown.put("results", lowerCase(options.results()));
        return shown;
    }

    private static Map<String, Object> input(ChunkInput input) {
        Fingerprint read = input.fingerprint();
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("sha256", read.sha256());
        shown.put("bytes", read.bytes());
        shown.put("complete", input.isComplete());
        return shown;
    }

    private static Map<String, Object> caller(Caller caller) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("realmId", caller.realmId());
        shown.put("userId", caller.userId());
        shown.put("clientId", caller.clientId());
        return shown;
    }

    private static String lowerCase(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
