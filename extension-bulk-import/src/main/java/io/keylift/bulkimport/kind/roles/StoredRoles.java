// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.roles;

import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.keycloak.models.jpa.entities.RoleEntity;

/** Loads the roles that a chunk changes, with one query for each table that a record may change. */
final class StoredRoles {

    private final Queries rows;
    private final List<RoleWork> works;

    /** @param works records of the chunk */
    StoredRoles(Queries rows, List<RoleWork> works) {
        this.rows = rows;
        this.works = works;
    }

    /** The roles by id; those that do not exist are missing. */
    Map<String, StoredRole> load(Collection<String> ids) {
        Map<String, StoredRole> stored = new HashMap<>();
        for (RoleEntity role :
                rows.list("select r from RoleEntity r where r.id in (:values)", RoleEntity.class, ids, Map.of())) {
            stored.put(role.getId(), new StoredRole(role));
        }
        for (Object[] row : rows.select(
                "select a.role.id, a.id, a.name, a.value from RoleAttributeEntity a where a.role.id in (:values)",
                those(stored.keySet(), record -> record.attributes() != null),
                Map.of())) {
            stored.get((String) row[0])
                    .attributes
                    .add(new StoredRole.Attribute((String) row[1], (String) row[2], (String) row[3]));
        }
        for (Object[] row : rows.select(
                "select c.parentRole.id, r.id, r.name, r.clientId from CompositeRoleEntity c join c.childRole r"
                        + " where c.parentRole.id in (:values)",
                those(stored.keySet(), record -> record.composites() != null),
                Map.of())) {
            StoredRole.Composite composite =
                    new StoredRole.Composite((String) row[1], (String) row[2], (String) row[3]);
            stored.get((String) row[0]).composites.put(composite.id(), composite);
        }
        return stored;
    }

    /** The ids among these whose record gives something. */
    private Set<String> those(Set<String> ids, Predicate<RoleRecord> giving) {
        return works.stream()
                .filter(work -> ids.contains(work.existingId) && giving.test(work.record))
                .map(work -> work.existingId)
                .collect(Collectors.toSet());
    }
}
