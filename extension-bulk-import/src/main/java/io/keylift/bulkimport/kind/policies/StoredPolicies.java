// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.policies;

import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.authorization.jpa.entities.PolicyEntity;

/** Loads policies and permissions: one query for each table. */
final class StoredPolicies {

    private static final String ROWS = "select p from PolicyEntity p where p.id in (:values)";

    private final Queries rows;

    StoredPolicies(Queries rows) {
        this.rows = rows;
    }

    /** The policies by id; those that do not exist are missing. */
    Map<String, StoredPolicy> load(Collection<String> ids) {
        List<PolicyEntity> entities = rows.bare(ROWS, PolicyEntity.class, ids);
        Map<String, Map<String, String>> config = config(ids);
        Map<String, Set<String>> policies = ids("associatedPolicies", ids);
        Map<String, Set<String>> resources = ids("resources", ids);
        Map<String, Set<String>> scopes = ids("scopes", ids);
        Map<String, StoredPolicy> stored = new HashMap<>();
        for (PolicyEntity row : entities) {
            String id = row.getId();
            stored.put(
                    id,
                    new StoredPolicy(
                            row,
                            config.getOrDefault(id, Map.of()),
                            policies.getOrDefault(id, Set.of()),
                            resources.getOrDefault(id, Set.of()),
                            scopes.getOrDefault(id, Set.of())));
        }
        return stored;
    }

    private Map<String, Map<String, String>> config(Collection<String> ids) {
        Map<String, Map<String, String>> config = new HashMap<>();
        rows.select(
                        "select p.id, key(c), value(c) from PolicyEntity p join p.config c where p.id in (:values)",
                        ids,
                        Map.of())
                .forEach(row -> config.computeIfAbsent((String) row[0], id -> new HashMap<>())
                        .put((String) row[1], (String) row[2]));
        return config;
    }

    private Map<String, Set<String>> ids(String property, Collection<String> ids) {
        Map<String, Set<String>> found = new HashMap<>();
        rows.select(
                        "select p.id, a.id from PolicyEntity p join p." + property + " a where p.id in (:values)",
                        ids,
                        Map.of())
                .forEach(row -> found.computeIfAbsent((String) row[0], id -> new HashSet<>())
                        .add((String) row[1]));
        return found;
    }
}
