// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

import io.keylift.capability.Capability;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All capabilities and sets of a realm at one of its revisions; immutable. */
public final class Catalog {

    /** Approximate memory of a capability with its name and its entries in maps. */
    private static final int ENTRY_BYTES = 256;

    private final String revision;
    private final List<Capability> all;

    /** Index in {@link #all} by id. */
    private final Map<String, Integer> places;

    private final Map<String, Capability> byName = new HashMap<>();

    /** The members of sets, direct and nested, by the index of the set. */
    private final Map<Integer, Indexes> held = new HashMap<>();

    /** The sets that contain a capability or set, by its index. */
    private final Map<Integer, Indexes> holding = new HashMap<>();

    /** An action on a resource. */
    private record Right(String resource, String action) {}

    private final Map<Right, List<Capability>> byRight = new HashMap<>();

    private final int size;

    private Catalog(String revision, Builder builder) {
        this.revision = revision;
        all = List.copyOf(builder.all);
        places = builder.places;
        builder.held.forEach((place, numbers) -> held.put(place, numbers.build()));
        builder.holding.forEach((place, numbers) -> holding.put(place, numbers.build()));
        for (Capability capability : all) {
            byName.put(capability.name(), capability);
            if (capability.resource() != null && capability.action() != null) {
                Right right = new Right(capability.resource(), capability.action());
                byRight.computeIfAbsent(right, any -> new ArrayList<>(1)).add(capability);
            }
        }
        long bytes = (bytes(held) + bytes(holding)) / ENTRY_BYTES + all.size();
        size = (int) Math.min(bytes, Integer.MAX_VALUE);
    }

    private static long bytes(Map<Integer, Indexes> indexes) {
        return indexes.values().stream().mapToLong(Indexes::bytes).sum();
    }

    /** Builds a catalog, first the capabilities and then the members of sets. */
    static final class Builder {

        private final List<Capability> all = new ArrayList<>();
        private final Map<String, Integer> places = new HashMap<>();
        private final Map<Integer, Indexes.Builder> held = new HashMap<>();
        private final Map<Integer, Indexes.Builder> holding = new HashMap<>();

        void add(Capability capability) {
            places.put(capability.id(), all.size());
            all.add(capability);
        }

        /** Ignores what was added to the database after the capabilities were read. */
        void expand(String set, String id) {
            Integer setPlace = places.get(set);
            Integer place = places.get(id);
            if (setPlace != null && place != null) {
                held.computeIfAbsent(setPlace, any -> new Indexes.Builder()).add(place);
                holding.computeIfAbsent(place, any -> new Indexes.Builder()).add(setPlace);
            }
        }

        Catalog build(String revision) {
            return new Catalog(revision, this);
        }
    }

    /** Different after each change; empty as long as the realm has no capabilities. */
    public String revision() {
        return revision;
    }

    /** The capability or set, or {@code null}. */
    public Capability byId(String id) {
        Integer place = places.get(id);
        return place == null ? null : all.get(place);
    }

    /** The capability or set, or {@code null}. */
    public Capability byName(String name) {
        return byName.get(name);
    }

    /** The capability or set with this name or, if there is none, with this id; otherwise {@code null}. */
    public Capability find(String nameOrId) {
        Capability named = byName(nameOrId);
        return named == null ? byId(nameOrId) : named;
    }

    /** The capabilities that allow this action on this resource. */
    public List<Capability> of(String resource, String action) {
        return byRight.getOrDefault(new Right(resource, action), List.of());
    }

    /** Memory use, in capabilities without members. */
    public int size() {
        return size;
    }

    public Collection<Capability> all() {
        return all;
    }

    /** The members of a set, direct and nested, including nested sets; empty for a capability. */
    public List<Capability> held(Capability set) {
        Indexes places = at(held, set);
        if (places == null) {
            return List.of();
        }
        List<Capability> within = new ArrayList<>(places.size());
        places.forEach(place -> within.add(all.get(place)));
        return within;
    }

    /** Ids of the sets that contain it, directly or through other sets. */
    public Set<String> holding(Capability capability) {
        Indexes places = at(holding, capability);
        if (places == null) {
            return Set.of();
        }
        Set<String> ids = new HashSet<>();
        places.forEach(place -> ids.add(all.get(place).id()));
        return ids;
    }

    private Indexes at(Map<Integer, Indexes> indexes, Capability capability) {
        Integer place = places.get(capability.id());
        return place == null ? null : indexes.get(place);
    }
}
