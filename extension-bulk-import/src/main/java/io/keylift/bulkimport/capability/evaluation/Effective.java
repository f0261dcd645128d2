// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.capability.evaluation;

import io.keylift.bulkimport.capability.Capability;
import io.keylift.bulkimport.capability.assignment.Holder;
import io.keylift.bulkimport.capability.catalog.Catalog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What somebody has by all his roles, and by himself. */
public final class Effective {

    private static final Comparator<Capability> BY_NAME = Comparator.comparing(Capability::name);

    private final Catalog catalog;
    private final Map<Holder, Set<String>> held;

    Effective(Catalog catalog, Map<Holder, Set<String>> held) {
        this.catalog = catalog;
        this.held = held;
    }

    public Catalog catalog() {
        return catalog;
    }

    /** Whether it is there, assigned itself or within a set; takes a look for each role and each set that holds it. */
    public boolean has(Capability capability) {
        Set<String> holding = catalog.holding(capability);
        for (Set<String> ids : held.values()) {
            if (ids.contains(capability.id()) || holding.stream().anyMatch(ids::contains)) {
                return true;
            }
        }
        return false;
    }

    /** All capabilities and sets, by name, without asking where from. */
    public Set<Capability> all() {
        Set<Capability> all = new HashSet<>();
        for (Set<String> ids : held.values()) {
            for (String id : ids) {
                Capability assigned = catalog.byId(id);
                if (assigned != null && all.add(assigned)) {
                    all.addAll(catalog.held(assigned));
                }
            }
        }
        return all;
    }

    /** All capabilities and sets by name, each with all its origins. */
    public SortedMap<Capability, List<Origin>> origins() {
        SortedMap<Capability, List<Origin>> origins = new TreeMap<>(BY_NAME);
        held.forEach((holder, ids) -> {
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
