// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import io.keylift.capability.Capability;
import io.keylift.request.QueryParameters;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A filter for capabilities and sets. An entry passes if it satisfies all conditions that are not {@code null}.
 *
 * @param search part of the name, case-insensitive
 * @param prefix beginning of the name
 * @param set {@code true} for sets only, {@code false} for capabilities only
 */
record CapabilityFilter(
        String search, String prefix, String type, String source, String resource, String action, Boolean set) {

    private static final List<String> NAMES =
            List.of("search", "prefix", "type", "source", "resource", "action", "set");

    /** Names of the query parameters of the filter, and the given others. */
    static String[] names(String... others) {
        return Stream.concat(NAMES.stream(), Stream.of(others)).toArray(String[]::new);
    }

    static CapabilityFilter of(QueryParameters query) {
        return new CapabilityFilter(
                query.text("search"),
                query.text("prefix"),
                query.text("type"),
                query.text("source"),
                query.text("resource"),
                query.text("action"),
                query.has("set") ? query.truth("set", false) : null);
    }

    /** Capabilities and sets that pass the filter, sorted by name. */
    Stream<Capability> apply(Collection<Capability> capabilities) {
        return capabilities.stream().filter(this::passes).sorted(Comparator.comparing(Capability::name));
    }

    boolean passes(Capability capability) {
        return (search == null || lower(capability.name()).contains(lower(search)))
                && (prefix == null || capability.name().startsWith(prefix))
                && (set == null || set == capability.isSet())
                && passes(type, capability, Capability::type)
                && passes(source, capability, Capability::source)
                && passes(resource, capability, Capability::resource)
                && passes(action, capability, Capability::action);
    }

    private static boolean passes(String wanted, Capability capability, Function<Capability, String> field) {
        return wanted == null || wanted.equals(field.apply(capability));
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
