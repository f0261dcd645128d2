// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

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

/** Paths of groups by their ids: one query for each level above them, and one for organizations. */
public final class GroupNames {

    private record Row(String id, String name, String parentId) {

        boolean isTop() {
            return GroupEntity.TOP_PARENT_ID.equals(parentId);
        }
    }

    /**
     * Place of a group in the tree.
     *
     * @param path names from the realm or organization down; {@code null} for the group of an organization's members
     * @param organization organization that owns the group; {@code null} for a group of the realm
     */
    public record Place(GroupPath path, Organization organization) {

        /** Id of the group above the first name of the path. */
        String root() {
            return organization == null ? GroupEntity.TOP_PARENT_ID : organization.groupId();
        }
    }

    /** An organization by its id and alias; its departments are below its group. */
    public record Organization(String id, String alias, String groupId) {}

    private final Map<String, Row> groups = new HashMap<>();
    private final Map<String, Organization> organizations = new HashMap<>();
    private final boolean escaped;

    /**
     * Paths of groups whose plain paths lead to another group, because a slash can be read in two ways; {@code null}
     * for a group to which no path leads.
     */
    private final Map<String, String> ambiguous = new HashMap<>();

    /** Groups whose paths also lead to other groups if slashes belong to names. */
    private final Set<String> shadowed = new HashSet<>();

    private GroupNames(boolean escaped) {
        this.escaped = escaped;
    }

    public static GroupNames load(ReadContext context, Queries rows, Collection<String> ids) {
        return load(context, rows, ids, GroupModel.Type.ORGANIZATION);
    }

    /** @param type type of the groups */
    private static GroupNames load(ReadContext context, Queries rows, Collection<String> ids, GroupModel.Type type) {
        GroupNames names = new GroupNames(KeycloakModelUtils.escapeSlashesInGroupPath(context.session()));
        Set<String> open = new HashSet<>(ids);
        while (!open.isEmpty()) {
            List<Object[]> found = rows.select(
                    "select g.id, g.name, g.parentId from GroupEntity g where g.id in (:values)", open, Map.of());
            open.clear();
            for (Object[] row : found) {
                Row group = new Row((String) row[0], (String) row[1], (String) row[2]);
                names.groups.put(group.id(), group);
                if (!group.isTop() && !names.groups.containsKey(group.parentId())) {
                    open.add(group.parentId());
                }
            }
        }
        List<String> top = names.groups.entrySet().stream()
                .filter(group ->
                        type == GroupModel.Type.ORGANIZATION && group.getValue().isTop())
                .map(Map.Entry::getKey)
                .toList();
        rows.select(
                        "select o.groupId, o.id, o.alias from OrganizationEntity o where o.groupId in (:values)",
                        top,
                        Map.of())
                .forEach(row -> names.organizations.put(
                        (String) row[0], new Organization((String) row[1], (String) row[2], (String) row[0])));
        return names;
    }

    /**
     * Loads paths of groups of one type for their own records, which also give their names. If a parent is itself below
     * another group, one more query looks for groups to which the path of the parent leads if slashes belong to names.
     */
    public static GroupNames loadRecords(
            ReadContext context, Queries rows, Collection<String> ids, GroupModel.Type type) {
        GroupNames names = load(context, rows, ids, type);
        if (!names.escaped) {
            Map<GroupChildren.Place, Set<String>> joined = new HashMap<>();
            names.groups.values().stream().map(Row::parentId).distinct().forEach(id -> names.join(id, joined));
            ViewRights rights = ViewRights.of(context);
            new GroupChildren(context, rows, type).ids(joined.keySet()).forEach((place, id) -> {
                // A path must not reveal a group that the caller may not view.
                if (type == GroupModel.Type.ORGANIZATION || rights.mayViewGroup(context, id)) {
                    names.shadowed.addAll(joined.get(place));
                }
            });
        }
        return names;
    }

    /** Adds the places of groups whose names end like the path of this one. */
    private void join(String id, Map<GroupChildren.Place, Set<String>> joined) {
        List<Row> path = named(fromTop(id));
        String name = path.isEmpty() ? "" : path.get(path.size() - 1).name();
        for (int first = path.size() - 2; first >= 0; first--) {
            Row group = path.get(first);
            name = group.name() + KeycloakModelUtils.GROUP_PATH_SEPARATOR + name;
            if (name.length() > GroupPaths.MAX_NAME) {
                return;
            }
            joined.computeIfAbsent(new GroupChildren.Place(group.parentId(), name), place -> new HashSet<>())
                    .add(id);
        }
    }

    /** Loads paths of groups and departments for records of other objects, which name them by path only. */
    public static GroupNames loadReferences(ReadContext context, Queries rows, Collection<String> ids) {
        GroupNames names = load(context, rows, ids);
        GroupPaths ofRealm = new GroupPaths(context, rows);
        GroupPaths ofOrganizations = new GroupPaths(context, rows, GroupModel.Type.ORGANIZATION);
        Map<String, Place> unsure = new HashMap<>();
        for (String id : ids) {
            Place place = names.place(id);
            if (place != null && place.path() != null && place.path().isAmbiguous()) {
                unsure.put(id, place);
                GroupPaths paths = place.organization() == null ? ofRealm : ofOrganizations;
                names.texts(place.path()).forEach(text -> paths.need(place.root(), text, null));
            }
        }
        ofRealm.load();
        ofOrganizations.load();
        unsure.forEach((id, place) -> {
            GroupPaths paths = place.organization() == null ? ofRealm : ofOrganizations;
            names.ambiguous.put(
                    id,
                    names.texts(place.path()).stream()
                            .filter(text -> id.equals(paths.id(place.root(), text, null)))
                            .findFirst()
                            .orElse(null));
        });
        return names;
    }

    /** The two forms of a path: Keycloak's own, and with slashes within names escaped. */
    private List<String> texts(GroupPath path) {
        return escaped ? List.of(path.text(true)) : List.of(path.text(false), path.text(true));
    }

    /**
     * The path of a group for records of other objects. Slashes within names are escaped if the plain path leads to
     * another group. {@code null} if no path leads to the group.
     */
    public String reference(String id, GroupPath path) {
        return ambiguous.containsKey(id) ? ambiguous.get(id) : path.text(escaped);
    }

    /** Place of the group; {@code null} if it was removed. */
    public Place place(String id) {
        List<Row> path = fromTop(id);
        if (path.isEmpty()) {
            return null;
        }
        List<String> names = named(path).stream().map(Row::name).toList();
        return new Place(
                names.isEmpty() ? null : new GroupPath(names),
                organizations.get(path.get(0).id()));
    }

    /** The group after those above it; empty if it was removed. */
    private List<Row> fromTop(String id) {
        List<Row> path = new ArrayList<>();
        for (Row group = groups.get(id); group != null; group = groups.get(group.parentId())) {
            path.add(0, group);
            if (group.isTop()) {
                return path;
            }
        }
        return List.of();
    }

    /** The group of an organization's members has no name of its own in the paths of departments. */
    private List<Row> named(List<Row> path) {
        boolean ofOrganization =
                !path.isEmpty() && organizations.containsKey(path.get(0).id());
        return ofOrganization ? path.subList(1, path.size()) : path;
    }

    /** The path for the group's own record: Keycloak's form, unless that is ambiguous. */
    public String recordText(String id) {
        GroupPath path = place(id).path();
        boolean isAmbiguous = !escaped
                && !path.isTop()
                && (path.parent().hasSlashes()
                        || fromTop(groups.get(id).parentId()).stream()
                                .anyMatch(above -> shadowed.contains(above.id())));
        return isAmbiguous ? path.exactText() : path.text(escaped);
    }
}
