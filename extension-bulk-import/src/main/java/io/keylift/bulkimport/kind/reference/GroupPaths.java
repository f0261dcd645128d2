// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.reference;

import io.keylift.bulkimport.kind.spi.ReadContext;
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
 * Groups that the records of a chunk name by their paths. First call {@link #need} for all of them, then {@link #load}
 * once, which runs one query for each level of the deepest path. As in Keycloak, a slash that is not escaped may belong
 * to a name; the shortest name of an existing group wins.
 */
public final class GroupPaths {

    /**
     * A path.
     *
     * @param root id of the group above its first name
     * @param name its last name, if that is known; otherwise {@code null}
     */
    private record Path(String root, String text, String name) {}

    private final ReadContext context;
    private final Queries rows;
    private final GroupModel.Type type;
    private final boolean escaped;
    private final Map<Path, String[]> needed = new HashMap<>();

    /** Ids of groups by the parent's id and the name. */
    private final Map<String, Map<String, String>> children = new HashMap<>();

    /** Groups of the realm. */
    public GroupPaths(ReadContext context, Queries rows) {
        this(context, rows, GroupModel.Type.REALM);
    }

    public GroupPaths(ReadContext context, Queries rows, GroupModel.Type type) {
        this.context = context;
        this.rows = rows;
        this.type = type;
        this.escaped = KeycloakModelUtils.escapeSlashesInGroupPath(context.session());
    }

    /** A path from the top of the realm. */
    public void need(String path) {
        need(GroupEntity.TOP_PARENT_ID, path, null);
    }

    /**
     * A path below a group.
     *
     * @param name the last name of the path, if the record gives it; otherwise {@code null}
     */
    public void need(String root, String path, String name) {
        needed.computeIfAbsent(new Path(root, path, name), this::steps);
    }

    private String[] steps(Path path) {
        GroupPath parsed = GroupPath.parse(path.text(), escaped, path.name());
        return parsed == null ? new String[0] : parsed.names().toArray(String[]::new);
    }

    public void load() {
        Set<String> names = new HashSet<>();
        Set<String> roots = new HashSet<>();
        int depth = 0;
        for (Map.Entry<Path, String[]> path : needed.entrySet()) {
            String[] steps = path.getValue();
            roots.add(path.getKey().root());
            depth = Math.max(depth, steps.length);
            for (int from = 0; from < steps.length; from++) {
                StringBuilder name = new StringBuilder();
                for (int to = from; to < steps.length; to++) {
                    names.add(name.append(steps[to]).toString());
                    name.append(KeycloakModelUtils.GROUP_PATH_SEPARATOR);
                }
            }
        }
        Collection<String> parents = roots;
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
                Map.of("realm", context.realm().getId(), "type", type.intValue(), "parents", parents))) {
            children.computeIfAbsent((String) row[0], parent -> new HashMap<>()).put((String) row[1], (String) row[2]);
            found.add((String) row[2]);
        }
        return found;
    }

    /** Id of the group of a path that was needed, or {@code null}. */
    public String id(String path) {
        return id(GroupEntity.TOP_PARENT_ID, path, null);
    }

    /** Id of the group of a path that was needed with this root and name, or {@code null}. */
    public String id(String root, String path, String name) {
        return find(root, needed.get(new Path(root, path, name)), 0, name != null);
    }

    /** @param named whether the last step is a whole name */
    private String find(String parent, String[] steps, int from, boolean named) {
        Map<String, String> known = children.getOrDefault(parent, Map.of());
        int last = steps.length - 1;
        StringBuilder name = new StringBuilder();
        for (int i = from; i <= last && !(named && i == last && i > from); i++) {
            String id = known.get(name.append(steps[i]).toString());
            if (id != null) {
                return i == last ? id : find(id, steps, i + 1, named);
            }
            name.append(KeycloakModelUtils.GROUP_PATH_SEPARATOR);
        }
        return null;
    }
}
