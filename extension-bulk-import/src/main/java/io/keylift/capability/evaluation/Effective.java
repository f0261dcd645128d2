// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.evaluation;

import io.keylift.capability.Capability;
import io.keylift.capability.assignment.Holder;
import io.keylift.capability.catalog.Catalog;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The capabilities and sets that a user has directly and by roles, or that roles have. */
public final class Effective {

    private static final Comparator<Capability> BY_NAME = Comparator.comparing(Capability::name);

    private final Catalog catalog;
    private final AssignmentLookup held;
    private final Set<Holder> holders;

    Effective(Catalog catalog, AssignmentLookup held, Set<Holder> holders) {
        this.catalog = catalog;
        this.held = held;
        this.holders = holders;
    }

    public Catalog catalog() {
        return catalog;
    }

    /** Whether at least one of these is assigned, directly or in a set. */
    public boolean hasAny(Collection<Capability> wanted) {
        Set<String> granting = new HashSet<>();
        wanted.forEach(capability -> granting.addAll(granting(capability)));
        return held.any(granting, holders);
    }

    /** Whether all of these are assigned, directly or in sets. */
    public boolean hasAll(Collection<Capability> wanted) {
        return wanted.stream().allMatch(capability -> held.any(granting(capability), holders));
    }

    private Set<String> granting(Capability capability) {
        Set<String> ids = new HashSet<>(catalog.holding(capability));
        ids.add(capability.id());
        return ids;
    }

    /** All capabilities and sets, without their origins. */
    public Set<Capability> all() {
        Set<Capability> all = new HashSet<>();
        for (Set<String> ids : held.by(holders).values()) {
            for (String id : ids) {
                Capability assigned = catalog.byId(id);
                if (assigned != null && all.add(assigned)) {
                    all.addAll(catalog.held(assigned));
                }
            }
        }
        return all;
    }

    /** All capabilities and sets, sorted by name, each with all its origins. */
    public SortedMap<Capability, List<Origin>> origins() {
        SortedMap<Capability, List<Origin>> origins = new TreeMap<>(BY_NAME);
        held.by(holders).forEach((holder, ids) -> {
            for (String id : ids) {
                Capability assigned = catalog.byId(id);
                if (assigned != null) {
                    add(origins, assigned, new Origin(holder, null));
                    catalog.held(assigned).forEach(within -> add(origins, within, new Origin(holder, assigned)));
                }
            }
        });
        return origins;
    }

    private static void add(SortedMap<Capability, List<Origin>> origins, Capability capability, Origin origin) {
        origins.computeIfAbsent(capability, any -> new ArrayList<>(1)).add(origin);
    }
}
