// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest.capabilities;

import io.keylift.bulkimport.capability.Capability;
import jakarta.ws.rs.core.MultivaluedMap;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Which capabilities and sets a request is about, all that is given at once.
 *
 * @param search part of the name, in any case
 * @param prefix beginning of the name
 * @param set whether only sets or only capabilities are asked for
 */
record CapabilityFilter(
        String search, String prefix, String type, String source, String resource, String action, Boolean set) {

    static CapabilityFilter of(MultivaluedMap<String, String> parameters) {
        String set = parameters.getFirst("set");
        if (set != null && !set.equals("true") && !set.equals("false")) {
            throw new Fault("invalid", "", "set must be true or false").badRequest();
        }
        return new CapabilityFilter(
                parameters.getFirst("search"),
                parameters.getFirst("prefix"),
                parameters.getFirst("type"),
                parameters.getFirst("source"),
                parameters.getFirst("resource"),
                parameters.getFirst("action"),
                set == null ? null : Boolean.valueOf(set));
    }

    /** Those that pass, by name. */
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
