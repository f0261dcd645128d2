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

/** All capabilities and sets of a realm at one of its revisions; never changes. */
public final class Catalog {

    /** Some of what a capability takes of memory, with its name and its places in maps. */
    private static final int ENTRY_BYTES = 256;

    private final String revision;
    private final List<Capability> all;

    /** Where in {@link #all} something stands, by its id. */
    private final Map<String, Integer> places;

    private final Map<String, Capability> byName = new HashMap<>();

    /** What sets hold, directly or through sets in them, by the place of the set. */
    private final Map<Integer, Indexes> held = new HashMap<>();

    /** The sets that hold something, by its place. */
    private final Map<Integer, Indexes> holding = new HashMap<>();

    /** What is done with which resource. */
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

    /** Collects a catalogue, first the capabilities and then what sets hold. */
    static final class Builder {

        private final List<Capability> all = new ArrayList<>();
        private final Map<String, Integer> places = new HashMap<>();
        private final Map<Integer, Indexes.Builder> held = new HashMap<>();
        private final Map<Integer, Indexes.Builder> holding = new HashMap<>();

        void add(Capability capability) {
            places.put(capability.id(), all.size());
            all.add(capability);
        }

        /** Passes over what was added to the database since the capabilities were read. */
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

    /** Another text after each change; empty as long as the realm has no capabilities. */
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

    /** The capability or set of this name, else of this id, or {@code null}. */
    public Capability find(String nameOrId) {
        Capability named = byName(nameOrId);
        return named == null ? byId(nameOrId) : named;
    }

    /** What gives this action on this resource. */
    public List<Capability> of(String resource, String action) {
        return byRight.getOrDefault(new Right(resource, action), List.of());
    }

    /** What it takes of memory, counted in entries that hold nothing. */
    public int size() {
        return size;
    }

    public Collection<Capability> all() {
        return all;
    }

    /** What a set holds, directly or through sets in it, these included; nothing for a capability. */
    public List<Capability> held(Capability set) {
        Indexes places = at(held, set);
        if (places == null) {
            return List.of();
        }
        List<Capability> within = new ArrayList<>(places.size());
        places.forEach(place -> within.add(all.get(place)));
        return within;
    }

    /** Ids of the sets that hold it, directly or through sets in them. */
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
