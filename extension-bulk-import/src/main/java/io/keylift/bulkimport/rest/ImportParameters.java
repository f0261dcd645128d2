// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.engine.ImportOptions.Results;
import io.keylift.bulkimport.engine.RemovalLimit;
import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.JobOption;
import io.keylift.bulkimport.job.JobOptions;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.NoPassword;
import io.keylift.bulkimport.job.Operation;
import io.keylift.request.QueryParameters;
import jakarta.ws.rs.core.MultivaluedMap;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The query parameters of an import. An unknown or repeated parameter and an invalid value are refused by the
 * parameter's name: if a default silently replaced a typing error, it would be noticed only after the import.
 *
 * @param options the options that belong to the definition of the job
 * @param chunkSize records in a chunk, or {@code null} if the caller did not say
 * @param job the caller's id for the job, or {@code null}
 * @param maxRemovals limit of a mirror's removals
 */
record ImportParameters(
        Operation operation,
        JobOptions options,
        boolean stopOnReject,
        long maxRejects,
        Integer chunkSize,
        int parallelism,
        EventMode events,
        String job,
        Results results,
        RemovalLimit maxRemovals) {

    static final int MAX_CHUNK_SIZE = 10_000;
    static final int MAX_PARALLELISM = 1024;

    private static final String MAX_REMOVALS = "maxRemovals";

    /** The only kind whose objects sign in. */
    private static final String USERS = "users";

    private static final Set<String> NAMES = Stream.of(
                    List.of("op", "onReject", "maxRejects", "chunkSize", "parallelism", "events", "job", "results"),
                    JobOption.ALL.stream().map(JobOption::name).toList(),
                    OptionParameters.SCOPE,
                    List.of(MAX_REMOVALS))
            .flatMap(List::stream)
            .collect(Collectors.toCollection(TreeSet::new));

    /** An undo has no input, and so no parameters of an import. */
    private static final Set<Operation> WITH_INPUT = EnumSet.complementOf(EnumSet.of(Operation.UNDO));

    private static final Pattern LIMIT = Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,6})?)(%)?");

    private static final Pattern JOB_ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,127}");

    /** All names of parameters. */
    static Set<String> names() {
        return Set.copyOf(NAMES);
    }

    static ImportParameters of(MultivaluedMap<String, String> sent) {
        return of(sent, NAMES);
    }

    /** The parameters of a job of several kinds. */
    static ImportParameters ofRealm(MultivaluedMap<String, String> sent) {
        Set<String> names = new TreeSet<>(NAMES);
        names.add(JobSpec.KINDS);
        return of(sent, names);
    }

    private static ImportParameters of(MultivaluedMap<String, String> sent, Set<String> names) {
        QueryParameters query = QueryParameters.of(sent, Errors::badRequest, names);
        Operation operation = operation(query);
        JobOptions options = OptionParameters.read(query, operation);
        if (operation != Operation.MIRROR && query.has(MAX_REMOVALS)) {
            throw OptionParameters.withoutEffect(MAX_REMOVALS, operation);
        }
        return new ImportParameters(
                operation,
                options,
                "stop".equals(query.oneOf("onReject", List.of("continue", "stop"), "continue")),
                query.number("maxRejects", 0, Long.MAX_VALUE, Long.MAX_VALUE),
                query.has("chunkSize") ? query.number("chunkSize", 1, MAX_CHUNK_SIZE, 0) : null,
                "auto".equals(query.text("parallelism")) ? 0 : query.number("parallelism", 1, MAX_PARALLELISM, 0),
                query.choice("events", EventMode.class, EventMode.SUMMARY),
                job(query.text("job")),
                query.choice("results", Results.class, Results.REJECTS),
                maxRemovals(query.text(MAX_REMOVALS)));
    }

    private static RemovalLimit maxRemovals(String text) {
        if (text == null) {
            return RemovalLimit.DEFAULT;
        }
        Matcher parts = LIMIT.matcher(text);
        if (parts.matches()) {
            boolean share = parts.group(2) != null;
            BigDecimal value = new BigDecimal(parts.group(1));
            if (share
                    ? value.compareTo(BigDecimal.valueOf(100)) <= 0
                    : value.stripTrailingZeros().scale() <= 0) {
                return new RemovalLimit(value, share);
            }
        }
        throw Errors.badRequest(
                "Query parameter `maxRemovals` must be a number of objects, such as `100`, or a share of"
                        + " the scope, from `0%` to `100%`");
    }

    /** Refuses options that a job of one kind does not support. */
    void requireOf(String kind) {
        if (options.get(JobOption.NO_PASSWORD) == NoPassword.UPDATE && !kind.equals(USERS)) {
            throw Errors.badRequest("Query parameter `" + JobOption.NO_PASSWORD + "` has no effect with kind " + kind
                    + ", only with `" + USERS + "`; remove it");
        }
    }

    /** Refuses options that a job of several kinds does not support. */
    void requireOfRealm() {
        if (operation == Operation.MIRROR && !options.get(JobOption.SCOPE).containsKey(JobSpec.WHOLE)) {
            throw Errors.badRequest("`op=mirror` of several kinds requires `scope=realm`, its only scope");
        }
        if (options.get(JobOption.DRY_RUN) && operation != Operation.REMOVE) {
            throw Errors.badRequest("`dryRun=true` requires a kind: it writes nothing that records of the next kind"
                    + " could refer to. Rehearse kind by kind.");
        }
    }

    private static Operation operation(QueryParameters query) {
        List<String> names = Arrays.stream(Operation.values())
                .filter(WITH_INPUT::contains)
                .map(operation -> operation.name().toLowerCase(Locale.ROOT))
                .toList();
        return Operation.valueOf(query.oneOf("op", names, "import").toUpperCase(Locale.ROOT));
    }

    static String job(String job) {
        if (job != null && !JOB_ID.matcher(job).matches()) {
            throw Errors.badRequest(
                    "Query parameter `job` must be 1 to 128 letters, digits, '.', '_', ':' or '-', and begin with a"
                            + " letter or digit");
        }
        return job;
    }
}
