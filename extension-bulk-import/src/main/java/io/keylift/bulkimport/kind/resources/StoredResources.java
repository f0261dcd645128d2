// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.resources;

import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.keycloak.authorization.jpa.entities.ResourceEntity;

/** Loads the resources that a chunk changes: one query for each table. */
final class StoredResources {

    private final Queries rows;

    StoredResources(Queries rows) {
        this.rows = rows;
    }

    /** The resources by id; those that do not exist are missing. */
    Map<String, StoredResource> load(Collection<String> named) {
        Map<String, StoredResource> resources = new HashMap<>();
        rows.list("select r from ResourceEntity r where r.id in (:values)", ResourceEntity.class, named, Map.of())
                .forEach(row -> resources.put(
                        row.getId(), new StoredResource(row, new HashSet<>(), new HashSet<>(), new HashMap<>())));
        Set<String> ids = resources.keySet();
        select("select r.id, u from ResourceEntity r join r.uris u where r.id in (:values)", ids)
                .forEach(row -> resources.get((String) row[0]).uris().add((String) row[1]));
        select("select r.id, s.id from ResourceEntity r join r.scopes s where r.id in (:values)", ids)
                .forEach(row -> resources.get((String) row[0]).scopes().add((String) row[1]));
        select(
                        // The order of the import that wrote them; the table has no other.
                        "select a.resource.id, a.name, a.value from ResourceAttributeEntity a where a.resource.id in"
                                + " (:values) order by a.id",
                        ids)
                .forEach(row -> resources
                        .get((String) row[0])
                        .attributes()
                        .computeIfAbsent((String) row[1], name -> new ArrayList<>())
                        .add((String) row[2]));
        return resources;
    }

    private Iterable<Object[]> select(String jpql, Collection<String> ids) {
        return rows.select(jpql, ids, Map.of());
    }
}
