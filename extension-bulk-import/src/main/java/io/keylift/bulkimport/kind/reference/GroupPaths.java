// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.reference;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
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
 * Groups of the realm that the records of a chunk name by their paths. First call {@link #need} for all of them, then
 * {@link #load} once, which runs one query for each level of the deepest path. As in Keycloak, a slash that is not
 * escaped may belong to a name; the shortest name of an existing group wins.
 */
public final class GroupPaths {

    private final ImportContext context;
    private final Queries rows;
    private final boolean escaped;
    private final Map<String, String[]> needed = new HashMap<>();

    /** Ids of groups by the parent's id and the name. */
    private final Map<String, Map<String, String>> children = new HashMap<>();

    public GroupPaths(ImportContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
        this.escaped = KeycloakModelUtils.escapeSlashesInGroupPath(context.session());
    }

    public void need(String path) {
        needed.computeIfAbsent(path, p -> KeycloakModelUtils.splitPath(p, escaped));
    }

    public void load() {
        Set<String> names = new HashSet<>();
        int depth = 0;
        for (String[] steps : needed.values()) {
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
            parents = loadLevel(parents, names);
        }
    }

    private Collection<String> loadLevel(Collection<String> parents, Set<String> names) {
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
            children.computeIfAbsent((String) row[0], parent -> new HashMap<>()).put((String) row[1], (String) row[2]);
            found.add((String) row[2]);
        }
        return found;
    }

    /** Id of the group of a path that was needed, or {@code null}. */
    public String id(String path) {
        return find(GroupEntity.TOP_PARENT_ID, needed.get(path), 0);
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
