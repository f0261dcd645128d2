// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobOption;
import io.keylift.bulkimport.job.JobPart;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.job.Warning;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A job as the REST endpoint shows it. Times are milliseconds since the epoch, as in Keycloak's own representations.
 *
 * @param status one of {@link JobStatus}
 * @param op {@code import}, {@code remove}, {@code verify}, {@code mirror} or {@code undo}; only an import has
 *     {@code ifExists}, and removals and undos have no {@code ids}
 * @param noPassword {@code null} unless new users without a password get a required action
 * @param drop parts that are dropped from records instead of rejecting them; {@code null} for none
 * @param undo whether the job keeps the data that an undo needs; {@code null} for jobs that cannot
 * @param undoes id of the job that this one undoes; {@code null} unless it is an undo
 * @param left number of objects that undos have left of the job, or of the undone job; {@code null} for none
 * @param extra whether a verification also reports objects that no record names; {@code null} for other jobs
 * @param scope limits of a mirror's removals, or the kinds of {@code extra}; {@code null} for other jobs
 * @param run number of the attempt
 * @param code stable code of the reason for an early end
 * @param parts counters of each kind, in a job whose input names the kind of each record
 * @param counters number of records by outcome, by the names of {@link Counters#byName}
 * @param seconds duration of the latest attempt without pauses
 * @param recordsPerSecond rate of the last seconds while the job runs; of the whole job when it has ended
 * @param remainingSeconds estimated time to the end, if the size of the input is known
 * @param input the whole input, once it is read
 * @param share share of the input that is read, if its size is known
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record JobRepresentation(
        String id,
        String kind,
        String status,
        String op,
        String ifExists,
        String ids,
        boolean dryRun,
        String noPassword,
        String drop,
        @JsonProperty("withUndo") Boolean undo,
        String undoes,
        Long left,
        @JsonProperty("withExtra") Boolean extra,
        Map<String, String> scope,
        int chunkSize,
        int run,
        String createdBy,
        String node,
        long createdAt,
        long startedAt,
        Long finishedAt,
        String code,
        String message,
        long read,
        @JsonAnyGetter Map<String, Long> counters,
        Double seconds,
        Long recordsPerSecond,
        Long remainingSeconds,
        Double share,
        List<Told> warnings,
        ImportJob.Input input,
        List<Part> parts) {

    /** Counters of a job for the records of one kind. */
    record Part(String kind, long read, @JsonAnyGetter Map<String, Long> counters) {}

    /** A {@link Warning}. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Told(String code, String message, String kind, String pointer, Long count, List<Long> lines) {

        private static Told of(Warning warning) {
            return new Told(
                    warning.code(),
                    warning.message(),
                    warning.kind(),
                    warning.pointer(),
                    warning.count(),
                    warning.lines());
        }
    }

    /**
     * @param parts counters of each kind, if the job has several
     * @param left how many objects undos have left; {@code null} for none
     */
    static JobRepresentation of(ImportJob job, List<JobPart> parts, Long left, Progress progress) {
        var counters = job.counters();
        Operation operation = job.spec().operation();
        return new JobRepresentation(
                job.spec().id(),
                job.spec().kind(),
                job.status().name(),
                operation.name().toLowerCase(Locale.ROOT),
                choice(job, JobOption.IF_EXISTS),
                choice(job, JobOption.IDS),
                job.spec().dryRun(),
                chosen(job, JobOption.NO_PASSWORD),
                chosen(job, JobOption.DROP),
                truth(job, JobOption.UNDO),
                job.spec().undoes() == null ? null : job.spec().undoes().id(),
                left,
                truth(job, JobOption.EXTRA),
                operation == Operation.MIRROR || job.spec().extra() ? job.spec().scope() : null,
                job.spec().chunkSize(),
                job.run(),
                job.createdBy(),
                job.node(),
                job.createdAt(),
                job.startedAt(),
                job.finishedAt(),
                job.code(),
                job.message(),
                counters.read(),
                counters.byName(job.spec()),
                progress.seconds(),
                progress.recordsPerSecond(),
                progress.remainingSeconds(),
                progress.share(),
                job.warnings().isEmpty()
                        ? null
                        : job.warnings().stream().map(Told::of).toList(),
                job.input(),
                job.spec().isOfRealm() ? parts(job, parts) : null);
    }

    private static List<Part> parts(ImportJob job, List<JobPart> parts) {
        return parts.stream()
                .map(part -> new Part(
                        part.kind(),
                        part.counters().read(),
                        part.counters().byName(job.spec().ofKind(part.kind()))))
                .toList();
    }

    private static String choice(ImportJob job, JobOption<? extends Enum<?>> option) {
        return option.affects(job.spec().operation()) ? text(job, option) : null;
    }

    private static Boolean truth(ImportJob job, JobOption<Boolean> option) {
        return option.affects(job.spec().operation()) ? job.spec().options().get(option) : null;
    }

    /** An option that is shown only if it is not the default. */
    private static String chosen(ImportJob job, JobOption<?> option) {
        return job.spec().options().isDefault(option) ? null : text(job, option);
    }

    private static String text(ImportJob job, JobOption<?> option) {
        return (String) job.spec().options().shown(option);
    }
}
