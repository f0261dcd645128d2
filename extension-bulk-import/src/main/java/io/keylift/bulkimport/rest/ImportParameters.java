// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.engine.ImportOptions.Results;
import io.keylift.bulkimport.engine.RemovalLimit;
import io.keylift.bulkimport.job.Drop;
import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.NoPassword;
import io.keylift.bulkimport.job.Operation;
import io.keylift.request.QueryParameters;
import jakarta.ws.rs.core.MultivaluedMap;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The query parameters of an import. An unknown or repeated parameter and an invalid value are refused by the
 * parameter's name: if a default silently replaced a typing error, it would be noticed only after the import.
 *
 * @param chunkSize records in a chunk, or {@code null} if the caller did not say
 * @param job the caller's id for the job, or {@code null}
 * @param drops what is left out of records instead of rejecting them
 * @param noPassword what happens to new users who have nothing to sign in with
 * @param undo whether the job keeps what is needed to undo it
 * @param extra whether a verification also tells what the realm has and no record does
 * @param scope within what a mirror removes, by the names of parameters; or the kinds of which a verification of
 *     several also tells what no record does; empty for other operations
 * @param maxRemovals how many objects a mirror may remove
 */
record ImportParameters(
        Operation operation,
        IfExists ifExists,
        IdMode ids,
        boolean dryRun,
        boolean stopOnReject,
        long maxRejects,
        Integer chunkSize,
        int parallelism,
        EventMode events,
        String job,
        Results results,
        Set<Drop> drops,
        NoPassword noPassword,
        boolean undo,
        boolean extra,
        Map<String, String> scope,
        RemovalLimit maxRemovals) {

    static final int MAX_CHUNK_SIZE = 10_000;
    static final int MAX_PARALLELISM = 1024;

    private static final String MAX_REMOVALS = "maxRemovals";

    private static final String DROP = "drop";

    private static final String NO_PASSWORD = "noPassword";

    /** The only kind whose objects sign in. */
    private static final String USERS = "users";

    private static final Set<String> NAMES = new TreeSet<>(Set.of(
            "op",
            "ifExists",
            "ids",
            "dryRun",
            "onReject",
            "maxRejects",
            "chunkSize",
            "parallelism",
            "events",
            "job",
            "results",
            DROP,
            NO_PASSWORD,
            "undo",
            "extra",
            JobSpec.WHOLE,
            "organization",
            "group",
            "client",
            "source",
            MAX_REMOVALS));

    private static final Map<Operation, List<String>> WITHOUT_EFFECT = Map.of(
            Operation.IMPORT, List.of(),
            Operation.REMOVE, List.of("ifExists", "ids", DROP, NO_PASSWORD),
            Operation.VERIFY, List.of("ifExists", "dryRun", "undo", NO_PASSWORD),
            Operation.MIRROR, List.of("ifExists"));

    private static final List<String> SCOPE = List.of(JobSpec.WHOLE, "organization", "group", "client", "source");

    private static final String SCOPES = "`organization`, `group`, `client` and `source`";

    /** Encoded, a character can take nine; the ledger has room for 2,000. */
    private static final int MAX_SCOPE_LENGTH = 200;

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
        for (String name : WITHOUT_EFFECT.get(operation)) {
            if (query.has(name)) {
                throw withoutEffect(name, operation);
            }
        }
        boolean extra = query.truth("extra", false);
        if (extra && operation != Operation.VERIFY) {
            throw withoutEffect("extra", operation);
        }
        if (!extra && query.has(JobSpec.KINDS)) {
            throw Errors.badRequest("Query parameter `kinds` has no effect without `extra=true`; remove it");
        }
        boolean undo = query.truth("undo", false);
        if (undo && query.truth("dryRun", false)) {
            throw Errors.badRequest("Query parameter `undo` has no effect with `dryRun=true`; remove it");
        }
        return new ImportParameters(
                operation,
                operation == Operation.MIRROR
                        ? IfExists.OVERWRITE
                        : query.choice("ifExists", IfExists.class, IfExists.FAIL),
                query.choice("ids", IdMode.class, IdMode.STRICT),
                query.truth("dryRun", false),
                "stop".equals(query.oneOf("onReject", List.of("continue", "stop"), "continue")),
                query.number("maxRejects", 0, Long.MAX_VALUE, Long.MAX_VALUE),
                query.has("chunkSize") ? query.number("chunkSize", 1, MAX_CHUNK_SIZE, 0) : null,
                "auto".equals(query.text("parallelism")) ? 0 : query.number("parallelism", 1, MAX_PARALLELISM, 0),
                query.choice("events", EventMode.class, EventMode.SUMMARY),
                job(query.text("job")),
                query.choice("results", Results.class, Results.REJECTS),
                drops(query, operation),
                query.choice(NO_PASSWORD, NoPassword.class, NoPassword.ACCEPT),
                undo,
                extra,
                scope(query, operation),
                maxRemovals(query.text(MAX_REMOVALS)));
    }

    private static Set<Drop> drops(QueryParameters query, Operation operation) {
        if (!query.has(DROP)) {
            return Set.of();
        }
        String known = Arrays.stream(Drop.values()).map(Drop::value).collect(Collectors.joining("`, `"));
        if (query.text(DROP).isEmpty()) {
            throw Errors.badRequest("Query parameter `drop` is empty; its values are `" + known + "`");
        }
        Set<Drop> drops;
        try {
            drops = Drop.read(query.text(DROP));
        } catch (IllegalArgumentException e) {
            throw Errors.badRequest("Query parameter `drop` must be a list, separated by commas, of `" + known + "`");
        }
        if (operation == Operation.VERIFY && !drops.equals(Set.of(Drop.UNKNOWN_FIELDS))) {
            throw Errors.badRequest("With `op=verify`, query parameter `drop` can only be `unknown-fields`: a"
                    + " verification tells other differences instead of rejecting the record");
        }
        return drops;
    }

    private static Map<String, String> scope(QueryParameters query, Operation operation) {
        Map<String, String> scope = new HashMap<>();
        for (String name : SCOPE) {
            if (query.has(name)) {
                if (query.text(name).isBlank()) {
                    throw Errors.badRequest("Query parameter `" + name + "` is empty");
                }
                scope.put(name, query.text(name));
            }
        }
        if (operation != Operation.MIRROR) {
            scope.keySet().stream().sorted().findFirst().ifPresent(name -> {
                throw withoutEffect(name, operation);
            });
            if (query.has(MAX_REMOVALS)) {
                throw withoutEffect(MAX_REMOVALS, operation);
            }
            if (query.has(JobSpec.KINDS)) {
                // In any order, they are the same job.
                Set<String> kinds =
                        new TreeSet<>(List.of(query.text(JobSpec.KINDS).split(",", -1)));
                scope.put(JobSpec.KINDS, String.join(",", kinds));
            }
            return scope;
        }
        if (query.oneOf(JobSpec.WHOLE, List.of("realm"), null) != null && scope.size() > 1) {
            throw Errors.badRequest("Query parameter `scope=realm` excludes " + SCOPES + "; remove one of them");
        }
        if (scope.values().stream().mapToInt(String::length).sum() > MAX_SCOPE_LENGTH) {
            throw Errors.badRequest(
                    "The query parameters of the scope are longer than " + MAX_SCOPE_LENGTH + " characters. Use ids.");
        }
        return scope;
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

    /** Refuses what a job of one kind cannot do. */
    void requireOf(String kind) {
        if (noPassword == NoPassword.UPDATE && !kind.equals(USERS)) {
            throw Errors.badRequest("Query parameter `" + NO_PASSWORD + "` has no effect with kind " + kind
                    + ", only with `" + USERS + "`; remove it");
        }
    }

    /** Refuses what a job of several kinds cannot do. */
    void requireOfRealm() {
        if (operation == Operation.MIRROR && !scope.containsKey(JobSpec.WHOLE)) {
            throw Errors.badRequest("`op=mirror` of several kinds requires `scope=realm`, its only scope");
        }
        if (dryRun && operation != Operation.REMOVE) {
            throw Errors.badRequest("`dryRun=true` requires a kind: it writes nothing that records of the next kind"
                    + " could refer to. Rehearse kind by kind.");
        }
    }

    private static Operation operation(QueryParameters query) {
        List<String> names = Arrays.stream(Operation.values())
                .filter(WITHOUT_EFFECT::containsKey)
                .map(operation -> operation.name().toLowerCase(Locale.ROOT))
                .toList();
        return Operation.valueOf(query.oneOf("op", names, "import").toUpperCase(Locale.ROOT));
    }

    private static RuntimeException withoutEffect(String name, Operation operation) {
        return Errors.badRequest("Query parameter `" + name + "` has no effect with `op="
                + operation.name().toLowerCase(Locale.ROOT) + "`; remove it");
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
