// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.engine.ImportOptions.Results;
import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.Operation;
import jakarta.ws.rs.core.MultivaluedMap;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The query parameters of an import. A parameter that is unknown, stands twice or has an illegal value is refused by name: a default
 * that silently takes the place of a typing error would be found only after the import.
 *
 * @param chunkSize records in a chunk, or {@code null} if the caller did not say
 * @param job the caller's id for the job, or {@code null}
 */
record ImportParameters(
        Operation operation,
        IfExists ifExists,
        boolean dryRun,
        boolean stopOnReject,
        long maxRejects,
        Integer chunkSize,
        int parallelism,
        EventMode events,
        String job,
        Results results) {

    static final int MAX_CHUNK_SIZE = 10_000;
    static final int MAX_PARALLELISM = 1024;

    private static final Set<String> NAMES = new TreeSet<>(Set.of(
            "op",
            "ifExists",
            "dryRun",
            "onReject",
            "maxRejects",
            "chunkSize",
            "parallelism",
            "events",
            "job",
            "results"));

    private static final Pattern JOB_ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,127}");

    /** All names there are. */
    static Set<String> names() {
        return Set.copyOf(NAMES);
    }

    static ImportParameters of(MultivaluedMap<String, String> query) {
        for (String name : query.keySet()) {
            if (!NAMES.contains(name)) {
                throw Errors.badRequest(
                        "Unknown query parameter \"" + printable(name) + "\"; known are " + String.join(", ", NAMES));
            }
            if (query.get(name).size() != 1) {
                throw Errors.badRequest("Query parameter " + name + " stands more than once");
            }
        }
        Operation operation = choice(query, "op", Operation.class, Operation.IMPORT);
        if (operation == Operation.REMOVE && query.containsKey("ifExists")) {
            throw Errors.badRequest("Query parameter ifExists means nothing to op=remove; leave it out");
        }
        return new ImportParameters(
                operation,
                choice(query, "ifExists", IfExists.class, IfExists.FAIL),
                "true".equals(oneOf(query, "dryRun", List.of("true", "false"), "false")),
                "stop".equals(oneOf(query, "onReject", List.of("continue", "stop"), "continue")),
                number(query, "maxRejects", 0, Long.MAX_VALUE, Long.MAX_VALUE),
                query.containsKey("chunkSize") ? (int) number(query, "chunkSize", 1, MAX_CHUNK_SIZE, 0) : null,
                parallelism(query),
                choice(query, "events", EventMode.class, EventMode.SUMMARY),
                job(query),
                choice(query, "results", Results.class, Results.REJECTS));
    }

    private static int parallelism(MultivaluedMap<String, String> query) {
        return "auto".equals(query.getFirst("parallelism"))
                ? 0
                : (int) number(query, "parallelism", 1, MAX_PARALLELISM, 0);
    }

    private static String job(MultivaluedMap<String, String> query) {
        String job = query.getFirst("job");
        if (job != null && !JOB_ID.matcher(job).matches()) {
            throw Errors.badRequest(
                    "Query parameter job must be 1 to 128 letters, digits, '.', '_', ':' or '-', and begin with"
                            + " a letter or digit");
        }
        return job;
    }

    private static <E extends Enum<E>> E choice(
            MultivaluedMap<String, String> query, String name, Class<E> type, E otherwise) {
        List<String> allowed = Arrays.stream(type.getEnumConstants())
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toList();
        String value = oneOf(query, name, allowed, otherwise.name().toLowerCase(Locale.ROOT));
        return Enum.valueOf(type, value.toUpperCase(Locale.ROOT));
    }

    private static String oneOf(
            MultivaluedMap<String, String> query, String name, List<String> allowed, String otherwise) {
        String value = query.getFirst(name);
        if (value == null) {
            return otherwise;
        }
        if (!allowed.contains(value)) {
            throw Errors.badRequest("Query parameter " + name + " must be one of " + String.join(", ", allowed));
        }
        return value;
    }

    private static long number(MultivaluedMap<String, String> query, String name, long min, long max, long otherwise) {
        String value = query.getFirst(name);
        if (value == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The message below says what is expected.
        }
        String range = max == Long.MAX_VALUE
                ? "a whole number of at least " + min
                : "a whole number from " + min + " to " + max;
        throw Errors.badRequest("Query parameter " + name + " must be " + range);
    }

    private static String printable(String text) {
        return text.chars()
                .limit(40)
                .mapToObj(c -> c < ' ' || c > '~' ? "?" : String.valueOf((char) c))
                .collect(Collectors.joining());
    }
}
