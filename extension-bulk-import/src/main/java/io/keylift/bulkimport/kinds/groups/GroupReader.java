// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.kind.shared.reference.GroupNames;
import io.keylift.bulkimport.kind.shared.reference.RoleNames;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.GroupModel;

/** Reads groups of the realm or departments with their paths, attributes and roles. */
final class GroupReader {

    private final Queries rows;
    private final GroupNames names;
    private final Map<String, Object[]> found = new HashMap<>();
    private final Map<String, Map<String, List<String>>> attributes;
    private final Map<String, List<String>> mappings = new HashMap<>();
    private RoleNames roles;

    GroupReader(ExportContext context, Collection<String> ids, GroupModel.Type type) {
        rows = new Queries(context.entityManager());
        names = GroupNames.loadRecords(context, rows, ids, type);
        rows.select("select g.id, g.name, g.description from GroupEntity g where g.id in (:values)", ids, Map.of())
                .forEach(row -> found.put((String) row[0], row));
        attributes = GroupWork.ATTRIBUTES.load(rows, ids);
    }

    GroupReader withRoles(ExportContext context, Collection<String> ids) {
        Set<String> distinct = new HashSet<>();
        for (Object[] row : rows.select(
                "select m.group.id, m.roleId from GroupRoleMappingEntity m where m.group.id in (:values)",
                ids,
                Map.of())) {
            mappings.computeIfAbsent((String) row[0], id -> new ArrayList<>()).add((String) row[1]);
            distinct.add((String) row[1]);
        }
        roles = RoleNames.load(context, rows, distinct);
        return this;
    }

    boolean has(String id) {
        return found.containsKey(id) && names.place(id) != null;
    }

    GroupNames names() {
        return names;
    }

    String name(String id) {
        return (String) found.get(id)[1];
    }

    String description(String id) {
        return (String) found.get(id)[2];
    }

    Map<String, List<String>> attributes(String id) {
        return attributes.getOrDefault(id, Map.of());
    }

    RoleNames.Named roles(String id) {
        return roles.name(id, mappings.getOrDefault(id, List.of()));
    }
}
