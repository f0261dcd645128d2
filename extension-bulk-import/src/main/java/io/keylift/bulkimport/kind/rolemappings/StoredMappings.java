// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.rolemappings;

import io.keylift.bulkimport.kind.reference.KnownClient;
import io.keylift.bulkimport.kind.reference.KnownRole;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The roles that the users, groups and departments of a chunk have: one query for users and one for the others. Updated
 * with what the records planned so far change.
 */
final class StoredMappings {

    /** Roles by user, group or department, and by role. */
    private final Map<String, Map<String, KnownRole>> roles = new HashMap<>();

    StoredMappings(ImportContext context, Queries rows, List<MappingWork> works) {
        load(rows, "m.user.id", "UserRoleMappingEntity", subjects(works, false));
        load(rows, "m.group.id", "GroupRoleMappingEntity", subjects(works, true));
        StorageMappings ofStorages = new StorageMappings(context);
        works.stream()
                .filter(work -> work.isFound() && work.ofStorage)
                .forEach(work -> roles.computeIfAbsent(work.subject, ofStorages::of));
    }

    private static List<String> subjects(List<MappingWork> works, boolean groups) {
        return works.stream()
                .filter(work -> work.isFound() && !work.ofStorage && work.record.isOfGroup() == groups)
                .map(work -> work.subject)
                .distinct()
                .toList();
    }

    /** Only the internal id of a client is loaded, because no more is needed. */
    private void load(Queries rows, String subject, String entity, List<String> ids) {
        for (Object[] row : rows.select(
                "select " + subject + ", r.id, r.name, r.clientId from " + entity
                        + " m join RoleEntity r on r.id = m.roleId where " + subject + " in (:values)",
                ids,
                Map.of())) {
            KnownClient client = row[3] == null ? null : new KnownClient((String) row[3], null);
            of((String) row[0]).put((String) row[1], new KnownRole((String) row[1], (String) row[2], client));
        }
    }

    /** The roles by id; the caller adds and removes planned ones. */
    Map<String, KnownRole> of(String subject) {
        return roles.computeIfAbsent(subject, s -> new LinkedHashMap<>());
    }
}
