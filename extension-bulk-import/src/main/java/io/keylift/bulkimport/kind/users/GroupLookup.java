// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import io.keylift.bulkimport.kind.ImportContext;
import io.keylift.bulkimport.kind.RejectCode;
import io.keylift.bulkimport.kind.Rows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.GroupModel;
import org.keycloak.models.jpa.entities.GroupEntity;
import org.keycloak.models.utils.KeycloakModelUtils;

/**
 * Finds the groups a chunk's records name by their paths: one query for each level of the deepest path. A slash that is
 * not escaped may belong to a name, as Keycloak has it; the shortest name that leads on wins.
 */
final class GroupLookup {

    private final ImportContext context;
    private final Rows rows;
    private final boolean escaped;

    /** Ids of groups by the parent's id and the name. */
    private final Map<String, Map<String, String>> children = new HashMap<>();

    GroupLookup(ImportContext context, Rows rows) {
        this.context = context;
        this.rows = rows;
        this.escaped = KeycloakModelUtils.escapeSlashesInGroupPath(context.session());
    }

    void resolve(List<UserWork> works) {
        Map<String, String[]> paths = new HashMap<>();
        for (UserWork work : works) {
            if (work.record.getGroups() != null) {
                for (String path : work.record.getGroups()) {
                    paths.computeIfAbsent(path, p -> KeycloakModelUtils.splitPath(p, escaped));
                }
            }
        }
        if (paths.isEmpty()) {
            return;
        }
        load(paths.values());
        Map<String, String> ids = new HashMap<>();
        paths.forEach((path, steps) -> ids.put(path, find(GroupEntity.TOP_PARENT_ID, steps, 0)));
        Rights rights = Rights.of(context);
        for (UserWork work : works) {
            List<String> groups = work.record.getGroups();
            for (int i = 0; groups != null && i < groups.size() && work.isOpen(); i++) {
                String id = ids.get(groups.get(i));
                if (id == null) {
                    work.item.reject(RejectCode.UNKNOWN_GROUP, "/groups/" + i, "The realm has no group of this path");
                } else if (!rights.mayJoinGroup(context, id)) {
                    work.item.reject(
                            RejectCode.FORBIDDEN,
                            "/groups/" + i,
                            "You may not manage the membership of the group " + groups.get(i));
                } else {
                    work.groupIds.add(id);
                }
            }
        }
    }

    private void load(Collection<String[]> paths) {
        Set<String> names = new HashSet<>();
        int depth = 0;
        for (String[] steps : paths) {
            depth = Math.max(depth, steps.length);
            for (int from = 0; from < steps.length; from++) {
                StringBuilder name = new StringBuilder();
                for (int to = from; to < steps.length; to++) {
                    names.add(name.append(steps[to]).toString());
                    name.append(KeycloakModelUtils.GROUP_PATH_SEPARATOR);
                }
            }
        }
        Collection<String> parents = List.of(GroupEntity.TOP_PARENT_ID);
        for (int level = 0; level < depth && !parents.isEmpty(); level++) {
            List<String> found = new ArrayList<>();
            for (Object[] row : rows.select(
                    "select g.parentId, g.name, g.id from GroupEntity g where g.realm = :realm and g.type = :type"
                            + " and g.parentId in (:parents) and g.name in (:values)",
                    names,
                    Map.of(
                            "realm",
                            context.realm().getId(),
                            "type",
                            GroupModel.Type.REALM.intValue(),
                            "parents",
                            parents))) {
                children.computeIfAbsent((String) row[0], parent -> new HashMap<>())
                        .put((String) row[1], (String) row[2]);
                found.add((String) row[2]);
            }
            parents = found;
        }
    }

    private String find(String parent, String[] steps, int from) {
        Map<String, String> named = children.getOrDefault(parent, Map.of());
        StringBuilder name = new StringBuilder();
        for (int i = from; i < steps.length; i++) {
            String id = named.get(name.append(steps[i]).toString());
            if (id != null) {
                return i == steps.length - 1 ? id : find(id, steps, i + 1);
            }
            name.append(KeycloakModelUtils.GROUP_PATH_SEPARATOR);
        }
        return null;
    }
}
