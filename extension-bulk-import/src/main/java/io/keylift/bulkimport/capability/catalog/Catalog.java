// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.capability.catalog;

import io.keylift.bulkimport.capability.Capability;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All capabilities and sets of a realm at one of its revisions; never changes. */
public final class Catalog {

    private final String revision;
    private final Map<String, Capability> byId;
    private final Map<String, Capability> byName;

    /** What sets hold, directly or through sets in them, by the id of the set. */
    private final Map<String, List<Capability>> held;

    /** What is done with which resource. */
    private record Right(String resource, String action) {}

    private final Map<Right, List<Capability>> byRight = new HashMap<>();

    /** Ids of the sets that hold something, by its id. */
    private final Map<String, Set<String>> holding;

    private Catalog(
            String revision,
            Map<String, Capability> byId,
            Map<String, Capability> byName,
            Map<String, List<Capability>> held,
            Map<String, Set<String>> holding) {
        this.revision = revision;
        this.byId = byId;
        this.byName = byName;
        this.held = held;
        this.holding = holding;
        byId.values().stream()
                .filter(capability -> capability.resource() != null && capability.action() != null)
                .forEach(capability -> byRight.computeIfAbsent(
                                new Right(capability.resource(), capability.action()), right -> new ArrayList<>(1))
                        .add(capability));
    }

    /** Collects a catalogue, first the capabilities and then what sets hold. */
    static final class Builder {

        private final Map<String, Capability> byId = new HashMap<>();
        private final Map<String, Capability> byName = new HashMap<>();
        private final Map<String, List<Capability>> held = new HashMap<>();
        private final Map<String, Set<String>> holding = new HashMap<>();

        void add(Capability capability) {
            byId.put(capability.id(), capability);
            byName.put(capability.name(), capability);
        }

        /** Passes over what was added to the database since the capabilities were read. */
        void expand(String set, String id) {
            if (byId.containsKey(set) && byId.containsKey(id)) {
                held.computeIfAbsent(set, s -> new ArrayList<>()).add(byId.get(id));
                holding.computeIfAbsent(id, s -> new HashSet<>()).add(set);
            }
        }

        Catalog build(String revision) {
            return new Catalog(revision, byId, byName, held, holding);
        }
    }

    /** Another text after each change; empty as long as the realm has no capabilities. */
    public String revision() {
        return revision;
    }

    /** The capability or set, or {@code null}. */
    public Capability byId(String id) {
        return byId.get(id);
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

    /** How many entries there are, and entries that sets hold. */
    public int size() {
        return byId.size() + held.values().stream().mapToInt(List::size).sum();
    }

    public Collection<Capability> all() {
        return byId.values();
    }

    /** What a set holds, directly or through sets in it, these included; nothing for a capability. */
    public List<Capability> held(Capability set) {
        return held.getOrDefault(set.id(), List.of());
    }

    /** Ids of the sets that hold it, directly or through sets in them. */
    public Set<String> holding(Capability capability) {
        return holding.getOrDefault(capability.id(), Set.of());
    }
}
