// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.request;

import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.UriInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The query parameters of a request. Unknown parameters, repeated parameters and invalid values are rejected before any
 * other work: if a default replaced a misspelled parameter silently, the mistake would be noticed too late.
 */
public final class QueryParameters {

    private final MultivaluedMap<String, String> query;
    private final Function<String, RuntimeException> refusal;

    private QueryParameters(
            MultivaluedMap<String, String> query, Set<String> names, Function<String, RuntimeException> refusal) {
        this.query = query;
        this.refusal = refusal;
        for (String name : query.keySet()) {
            if (!names.contains(name)) {
                throw refusal.apply("Unknown query parameter \"" + printable(name) + "\"; "
                        + (names.isEmpty()
                                ? "this request has none"
                                : "known parameters: " + String.join(", ", names)));
            }
            if (query.get(name).size() != 1) {
                throw refusal.apply("Query parameter `" + name + "` appears more than once");
            }
        }
    }

    /**
     * The parameters of a request that has only these names.
     *
     * @param refusal creates the exception from a message
     */
    public static QueryParameters of(UriInfo uri, Function<String, RuntimeException> refusal, String... names) {
        return of(uri.getQueryParameters(), refusal, Set.of(names));
    }

    /** The parameters of a request that has only these names. */
    public static QueryParameters of(
            MultivaluedMap<String, String> query, Function<String, RuntimeException> refusal, Set<String> names) {
        return new QueryParameters(query, new TreeSet<>(names), refusal);
    }

    public boolean has(String name) {
        return query.containsKey(name);
    }

    /** The value as it was sent, or {@code null}. */
    public String text(String name) {
        return query.getFirst(name);
    }

    public boolean truth(String name, boolean otherwise) {
        return Boolean.parseBoolean(oneOf(name, List.of("true", "false"), String.valueOf(otherwise)));
    }

    /** An enum constant by its name in lower case. */
    public <E extends Enum<E>> E choice(String name, Class<E> type, E otherwise) {
        List<String> allowed = Arrays.stream(type.getEnumConstants())
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toList();
        String value =
                oneOf(name, allowed, otherwise == null ? null : otherwise.name().toLowerCase(Locale.ROOT));
        return value == null ? null : Enum.valueOf(type, value.toUpperCase(Locale.ROOT));
    }

    public String oneOf(String name, List<String> allowed, String otherwise) {
        String value = query.getFirst(name);
        if (value == null) {
            return otherwise;
        }
        if (!allowed.contains(value)) {
            throw refusal.apply("Query parameter `" + name + "` must be one of " + String.join(", ", allowed));
        }
        return value;
    }

    public int number(String name, int min, int max, int otherwise) {
        return (int) number(name, min, (long) max, (long) otherwise);
    }

    public long number(String name, long min, long max, long otherwise) {
        String value = query.getFirst(name);
        if (value == null) {
            return otherwise;
        }
        return WholeNumbers.parse(value, min, max)
                .orElseThrow(
                        () -> refusal.apply("Query parameter `" + name + "` must be " + WholeNumbers.range(min, max)));
    }

    private static String printable(String text) {
        return text.chars()
                .limit(40)
                .mapToObj(c -> c < ' ' || c > '~' ? "?" : String.valueOf((char) c))
                .collect(Collectors.joining());
    }
}
