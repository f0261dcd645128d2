// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.members;

import io.keylift.bulkimport.kind.shared.reference.DepartmentPaths;
import io.keylift.bulkimport.kind.shared.reference.GroupNames;
import io.keylift.bulkimport.kind.shared.reference.GroupPaths;
import io.keylift.bulkimport.kind.shared.reference.Memberships;
import io.keylift.bulkimport.kind.shared.reference.Memberships.Membership;
import io.keylift.bulkimport.kind.shared.reference.Users;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.keycloak.representations.idm.MembershipType;

/** Reads memberships: one query for them, one for their users, and those for the paths of their groups. */
final class MemberReader {

    private static final char SEPARATOR = '/';

    /** Id of a membership in JPQL: its group, a separator that no id contains, and its user. */
    static final String ID = "concat(m.groupId, '" + SEPARATOR + "', m.user.id)";

    /**
     * A membership that the caller may view.
     *
     * @param path path of the department or group; {@code null} for a membership in the organization itself
     */
    record Member(GroupNames.Place place, String path, String username, MembershipType type) {}

    private MemberReader() {}

    /**
     * See {@link io.keylift.bulkimport.kind.spi.RecordSource#find}.
     *
     * @param keys records that name a user and a group; may contain {@code null}
     */
    static List<String> find(ExportContext context, List<? extends MemberContent> keys) {
        Queries rows = new Queries(context.entityManager());
        Users users = Users.inTables(context, rows);
        GroupPaths groups = new GroupPaths(context, rows);
        DepartmentPaths departments = new DepartmentPaths(context, rows);
        List<? extends MemberContent> named =
                keys.stream().filter(Objects::nonNull).toList();
        for (MemberContent key : named) {
            users.need(key.user());
            if (key.group() != null) {
                groups.need(key.group());
            } else {
                departments.need(key.organization(), key.department());
            }
        }
        users.load();
        groups.load();
        departments.load();
        List<Membership> wanted = new ArrayList<>();
        for (MemberContent key : keys) {
            String user = key == null ? null : users.id(key.user());
            String group = user == null
                    ? null
                    : key.group() == null
                            ? departments.id(key.organization(), key.department())
                            : groups.id(key.group());
            wanted.add(group == null ? null : new Membership(user, group));
        }
        Set<Membership> found = Memberships.find(
                        rows, wanted.stream().filter(Objects::nonNull).collect(Collectors.toSet()))
                .keySet();
        return wanted.stream()
                .map(one -> one != null && found.contains(one) ? one.groupId() + SEPARATOR + one.userId() : null)
                .toList();
    }

    static Map<String, Member> read(ExportContext context, Collection<String> ids) {
        Queries rows = new Queries(context.entityManager());
        Set<String> groups = new HashSet<>();
        Set<String> users = new HashSet<>();
        for (String id : ids) {
            groups.add(id.substring(0, id.indexOf(SEPARATOR)));
            users.add(userId(id));
        }
        GroupNames names = GroupNames.loadReferences(context, rows, groups);
        Map<String, String> types = new HashMap<>();
        rows.select(
                        "select m.groupId, m.user.id, m.membershipType from UserGroupMembershipEntity m"
                                + " where m.user.id in (:values)",
                        users,
                        Map.of())
                .forEach(row -> types.put((String) row[0] + SEPARATOR + row[1], (String) row[2]));
        Map<String, Member> members = new HashMap<>();
        ViewRights rights = ViewRights.of(context);
        List<Object[]> found =
                rows.select("select u.id, u.username from UserEntity u where u.id in (:values)", users, Map.of());
        Map<String, String> usernames = new HashMap<>();
        found.stream()
                .filter(row -> rights.mayViewUser(context, (String) row[0]))
                .forEach(row -> usernames.put((String) row[0], (String) row[1]));
        for (String id : ids) {
            String group = id.substring(0, id.indexOf(SEPARATOR));
            GroupNames.Place place = names.place(group);
            String username = usernames.get(userId(id));
            if (place != null && username != null && types.containsKey(id) && mayView(context, rights, group, place)) {
                String path = place.path() == null ? null : names.reference(group, place.path());
                if (path == null && place.path() != null) {
                    context.hidden(id, place.organization() == null ? "group" : "department");
                } else {
                    members.put(id, new Member(place, path, username, MembershipType.valueOf(types.get(id))));
                }
            }
        }
        return members;
    }

    /**
     * Counts the dependents of memberships in organizations, by their ids: the user of a managed membership, and
     * memberships in departments.
     */
    static Map<String, SortedMap<String, Long>> referrerCounts(ExportContext context, Collection<String> ids) {
        Map<String, SortedMap<String, Long>> counts = new HashMap<>();
        Queries rows = new Queries(context.entityManager());
        Set<String> users = ids.stream().map(MemberReader::userId).collect(Collectors.toSet());
        rows.select(
                        "select m.groupId, m.user.id from UserGroupMembershipEntity m"
                                + " where m.user.id in (:values) and m.membershipType = '" + MembershipType.MANAGED
                                + "'",
                        users,
                        Map.of())
                .forEach(row ->
                        counts.put((String) row[0] + SEPARATOR + row[1], new TreeMap<>(Map.of("managed user", 1L))));
        rows.select(
                        "select o.groupId, m.user.id, count(*) from UserGroupMembershipEntity m"
                                + " join GroupEntity g on g.id = m.groupId join OrganizationEntity o"
                                + " on o.id = g.organization.id and g.id <> o.groupId"
                                + " where m.user.id in (:values) group by o.groupId, m.user.id",
                        users,
                        Map.of())
                .forEach(row -> counts.computeIfAbsent((String) row[0] + SEPARATOR + row[1], id -> new TreeMap<>())
                        .put("departments", (Long) row[2]));
        counts.keySet().retainAll(ids);
        return counts;
    }

    /** The user of a membership. */
    static String userId(String id) {
        return id.substring(id.indexOf(SEPARATOR) + 1);
    }

    private static boolean mayView(ExportContext context, ViewRights rights, String group, GroupNames.Place place) {
        return place.organization() == null
                ? rights.mayViewMembers(context, group)
                : rights.mayViewOrganization(context, place.organization().id());
    }
}
