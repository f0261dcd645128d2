// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.assignment;

import io.keylift.bulkimport.rows.Queries;
import io.keylift.bulkimport.rows.RealmFilter;
import io.keylift.capability.CapabilityNames;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Resolves capabilities and sets by name or, if no name matches, by id. */
final class Names {

    private final Queries rows;
    private final String realmId;
    private final Map<String, String> idsByName = new HashMap<>();
    private final Map<String, String> namesById = new HashMap<>();

    Names(Queries rows, String realmId) {
        this.rows = rows;
        this.realmId = realmId;
    }

    /** Looks up these names and ids. */
    void load(Collection<String> namesOrIds) {
        Set<String> open = new HashSet<>(namesOrIds);
        add(rows.select(CapabilityNames.KEY, realmId, open));
        open.removeAll(idsByName.keySet());
        loadIds(open);
    }

    /** Looks up the names of these ids. */
    void loadIds(Collection<String> ids) {
        Set<String> open = new HashSet<>(ids);
        open.removeAll(namesById.keySet());
        add(rows.select(
                "select c.id, c.name from KeyliftCapabilityEntity c" + " where " + RealmFilter.of("c")
                        + " and c.id in (:values)",
                open,
                Map.of("realm", realmId)));
    }

    private void add(List<Object[]> found) {
        for (Object[] row : found) {
            idsByName.put((String) row[1], (String) row[0]);
            namesById.put((String) row[0], (String) row[1]);
        }
    }

    /** The id for a name or id that was looked up, or {@code null} if the realm does not have it. */
    String id(String nameOrId) {
        String named = idsByName.get(nameOrId);
        return named != null ? named : namesById.containsKey(nameOrId) ? nameOrId : null;
    }

    String name(String id) {
        return namesById.get(id);
    }

    /** Ids of all that was looked up. */
    Set<String> ids() {
        return namesById.keySet();
    }
}
