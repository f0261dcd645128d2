// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.job.Drop;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.JobOption;
import io.keylift.bulkimport.job.JobOptions;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.Operation;
import io.keylift.request.QueryParameters;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Reads the options of a job from query parameters. */
record OptionParameters(QueryParameters query, Operation operation) {

    /** Parameters that limit the removals of a mirror. */
    static final List<String> SCOPE = List.of(JobSpec.WHOLE, "organization", "group", "client", "source");

    private static final String SCOPES = "`organization`, `group`, `client` and `source`";

    /** Encoded, a character can take nine; the ledger has room for 2,000. */
    private static final int MAX_SCOPE_LENGTH = 200;

    static JobOptions read(QueryParameters query, Operation operation) {
        return new OptionParameters(query, operation).read();
    }

    private JobOptions read() {
        requireEffect();
        JobOptions options = JobOptions.DEFAULTS;
        for (JobOption<?> option : JobOption.ALL) {
            options = withChoice(options, option);
        }
        if (operation == Operation.MIRROR) {
            options = options.with(JobOption.IF_EXISTS, IfExists.OVERWRITE);
        }
        return options.with(JobOption.DROP, drops()).with(JobOption.SCOPE, scope());
    }

    private void requireEffect() {
        for (JobOption<?> option : JobOption.ALL) {
            // `extra=false` is the behavior of other operations anyway; the scope has several parameters.
            boolean ignored = option != JobOption.EXTRA && option != JobOption.SCOPE && !option.affects(operation);
            if (ignored && query.has(option.name())) {
                throw withoutEffect(option.name());
            }
        }
        boolean extra = query.truth(JobOption.EXTRA.name(), false);
        if (extra && !JobOption.EXTRA.affects(operation)) {
            throw withoutEffect(JobOption.EXTRA.name());
        }
        if (!extra && query.has(JobSpec.KINDS)) {
            throw Errors.badRequest("Query parameter `kinds` has no effect without `extra=true`; remove it");
        }
        if (query.truth(JobOption.UNDO.name(), false) && query.truth(JobOption.DRY_RUN.name(), false)) {
            throw Errors.badRequest("Query parameter `undo` has no effect with `dryRun=true`; remove it");
        }
    }

    /** Adds an option whose value is one of a few texts. */
    private <T> JobOptions withChoice(JobOptions options, JobOption<T> option) {
        String text = option.choices().isEmpty() ? null : query.oneOf(option.name(), option.choices(), null);
        return text == null ? options : options.with(option, option.read(text));
    }

    private Set<Drop> drops() {
        String name = JobOption.DROP.name();
        if (!query.has(name)) {
            return Set.of();
        }
        String known = Arrays.stream(Drop.values()).map(Drop::value).collect(Collectors.joining("`, `"));
        if (query.text(name).isEmpty()) {
            throw Errors.badRequest("Query parameter `drop` is empty; its values are `" + known + "`");
        }
        Set<Drop> drops;
        try {
            drops = JobOption.DROP.read(query.text(name));
        } catch (IllegalArgumentException e) {
            throw Errors.badRequest("Query parameter `drop` must be a list, separated by commas, of `" + known + "`");
        }
        if (operation == Operation.VERIFY && !drops.equals(Set.of(Drop.UNKNOWN_FIELDS))) {
            throw Errors.badRequest("With `op=verify`, query parameter `drop` can only be `unknown-fields`: a"
                    + " verification tells other differences instead of rejecting the record");
        }
        return drops;
    }

    private Map<String, String> scope() {
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
                throw withoutEffect(name);
            });
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

    private RuntimeException withoutEffect(String name) {
        return withoutEffect(name, operation);
    }

    static RuntimeException withoutEffect(String name, Operation operation) {
        return Errors.badRequest("Query parameter `" + name + "` has no effect with `op="
                + operation.name().toLowerCase(Locale.ROOT) + "`; remove it");
    }
}
