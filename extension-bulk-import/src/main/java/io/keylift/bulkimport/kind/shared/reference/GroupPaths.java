// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.keycloak.models.GroupModel;
import org.keycloak.models.jpa.entities.GroupEntity;
import org.keycloak.models.utils.KeycloakModelUtils;

/**
 * Groups of the realm, or departments, that the records of a chunk name by paths. First call {@link #need} for all
 * of them, then {@link #load} once. It runs one query for each level of the deepest path, and as many again if a path
 * leads to no group when it is split at each slash. A slash that is not escaped may belong to a name. As in Keycloak,
 * the shortest name of an existing group wins; unlike there, only if it leads to a group.
 */
public final class GroupPaths {

    /**
     * A path.
     *
     * @param root id of the group above its first name
     * @param name last name of the path, if that is known; otherwise {@code null}
     * @param exact whether the path escapes slashes within names
     */
    private record Path(String root, String text, String name, boolean exact) {

        static Path of(String root, String text, String name, boolean escaped) {
            return new Path(root, text, name, escaped || GroupPath.isExact(text, name));
        }
    }

    /**
     * Place at which the steps of a path continue.
     *
     * @param parent id of a group
     * @param from the next step
     */
    private record Place(Path path, String parent, int from) {}

    private static final String ESCAPED_SEPARATOR = "~" + KeycloakModelUtils.GROUP_PATH_SEPARATOR;

    /** Length of the column. */
    static final int MAX_NAME = 255;

    private final GroupChildren level;
    private final boolean escaped;
    private final Map<Path, String[]> needed = new HashMap<>();

    /** Ids of groups by the parent's id and the name. */
    private final Map<String, Map<String, String>> children = new HashMap<>();

    /** Groups of the realm. */
    public GroupPaths(ReadContext context, Queries rows) {
        this(context, rows, GroupModel.Type.REALM);
    }

    public GroupPaths(ReadContext context, Queries rows, GroupModel.Type type) {
        this.level = new GroupChildren(context, rows, type);
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
        needed.computeIfAbsent(Path.of(root, path, name, escaped), this::steps);
        if (mayBeEscaped(path)) {
            needed.computeIfAbsent(new Path(root, path, null, true), this::steps);
        }
    }

    /** Even without Keycloak's option, a path can escape slashes that would otherwise lead to another group. */
    private boolean mayBeEscaped(String path) {
        return !escaped && path.contains(ESCAPED_SEPARATOR);
    }

    private String[] steps(Path path) {
        GroupPath parsed = GroupPath.parse(path.text(), path.exact(), path.name());
        return parsed == null ? new String[0] : parsed.names().toArray(String[]::new);
    }

    public void load() {
        load(needed.keySet(), true);
        List<Path> open = needed.keySet().stream()
                .filter(path -> (escaped || !path.exact()) && !isFound(path))
                .toList();
        load(open, false);
    }

    /** Whether the path leads to a group if it is split at each slash: no other names are shorter. */
    private boolean isFound(Path path) {
        String id = path.root();
        for (String step : needed.get(path)) {
            id = children.getOrDefault(id, Map.of()).get(step);
        }
        return id != null;
    }

    /** @param split whether no slash belongs to a name */
    private void load(Collection<Path> paths, boolean split) {
        Set<Place> open = new HashSet<>();
        paths.forEach(path -> open.add(new Place(path, path.root(), 0)));
        Set<Place> seen = new HashSet<>(open);
        while (!open.isEmpty()) {
            loadLevel(open, split);
            Set<Place> next = new HashSet<>();
            for (Place place : open) {
                int last = needed.get(place.path()).length - 1;
                below(place, split).forEach((step, id) -> {
                    Place child = new Place(place.path(), id, step + 1);
                    if (step < last && seen.add(child)) {
                        next.add(child);
                    }
                });
            }
            open.clear();
            open.addAll(next);
        }
    }

    private void loadLevel(Set<Place> open, boolean split) {
        Set<GroupChildren.Place> below = new HashSet<>();
        for (Place place : open) {
            names(place, split).values().forEach(name -> below.add(new GroupChildren.Place(place.parent(), name)));
        }
        level.ids(below)
                .forEach((child, id) -> children.computeIfAbsent(child.parentId(), parent -> new HashMap<>())
                        .put(child.name(), id));
    }

    /** Names that can follow at a place, by the last of their steps, the shortest first. */
    private SortedMap<Integer, String> names(Place place, boolean split) {
        String[] steps = needed.get(place.path());
        int last = steps.length - 1;
        boolean named = place.path().name() != null;
        boolean single = split || !escaped && place.path().exact();
        SortedMap<Integer, String> names = new TreeMap<>();
        StringBuilder name = new StringBuilder();
        for (int step = place.from(); step <= last && !(named && step == last && step > place.from()); step++) {
            name.append(steps[step]);
            if (name.length() > MAX_NAME) {
                break;
            }
            names.put(step, name.toString());
            if (single) {
                break;
            }
            name.append(KeycloakModelUtils.GROUP_PATH_SEPARATOR);
        }
        return names;
    }

    /** Ids of the loaded groups with these names, by the last of their steps, the shortest name first. */
    private SortedMap<Integer, String> below(Place place, boolean split) {
        Map<String, String> known = children.getOrDefault(place.parent(), Map.of());
        SortedMap<Integer, String> ids = new TreeMap<>();
        if (!known.isEmpty()) {
            names(place, split).forEach((step, name) -> {
                String id = known.get(name);
                if (id != null) {
                    ids.put(step, id);
                }
            });
        }
        return ids;
    }

    /** Id of the group of a path that was needed, or {@code null}. */
    public String id(String path) {
        return id(GroupEntity.TOP_PARENT_ID, path, null);
    }

    /** Id of the group of a path that was needed with this root and name, or {@code null}. */
    public String id(String root, String path, String name) {
        String id = find(new Place(Path.of(root, path, name, escaped), root, 0), new HashSet<>());
        return id == null && mayBeEscaped(path)
                ? find(new Place(new Path(root, path, null, true), root, 0), new HashSet<>())
                : id;
    }

    /** @param dead places that lead to no group */
    private String find(Place place, Set<Place> dead) {
        int last = needed.get(place.path()).length - 1;
        for (Map.Entry<Integer, String> child : below(place, false).entrySet()) {
            if (child.getKey() == last) {
                return child.getValue();
            }
            Place next = new Place(place.path(), child.getValue(), child.getKey() + 1);
            String id = dead.contains(next) ? null : find(next, dead);
            if (id != null) {
                return id;
            }
            dead.add(next);
        }
        return null;
    }
}
