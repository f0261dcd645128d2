// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.rolemappings;

import io.keylift.bulkimport.kind.reference.Users;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import io.keylift.request.Pointers;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A valid record: a user, a group of the realm or a department, and names of roles.
 *
 * @param user {@code null} for a group or department
 * @param organization alias or id of the department's organization; {@code null} for a user or a group of the realm
 * @param group path of the group or department; {@code null} for a user
 * @param realmRoles {@code null} if the record has no such list
 * @param clientRoles by client id; the map or a list is {@code null} if the record has none
 * @param exclusive whether the record replaces the roles of the user, group or department, which no other record may
 *     name then
 */
record RoleMapping(
        Users.Name user,
        String organization,
        String group,
        List<String> realmRoles,
        Map<String, List<String>> clientRoles,
        boolean exclusive) {

    /** Whether the roles are those of a group of the realm or of a department. */
    boolean isOfGroup() {
        return group != null;
    }

    boolean isOfDepartment() {
        return organization != null;
    }

    /** Field that names the user, group or department. Other fields that name a user must agree with it. */
    String pointer() {
        return isOfDepartment() ? "/department" : isOfGroup() ? "/group" : user.pointer();
    }

    /** The user, group or department alone if the record is exclusive, otherwise together with exactly these roles. */
    List<UniqueKey> uniqueKeys() {
        String subject = pointer() + ":" + subject();
        return List.of(
                exclusive
                        ? new UniqueKey(isOfGroup() ? "group" : "user", subject, pointer())
                        : new UniqueKey("role mapping", subject + " " + roles(), pointer()));
    }

    private String subject() {
        if (!isOfGroup()) {
            return user.key();
        }
        String path = group.replaceFirst("^/", "");
        return isOfDepartment() ? Pointers.escape(organization) + "/" + path : path;
    }

    private String roles() {
        StringBuilder roles = new StringBuilder();
        append(roles, realmRoles);
        if (clientRoles != null) {
            new TreeMap<>(clientRoles).forEach((client, names) -> {
                append(roles, List.of(client));
                append(roles, names);
            });
        }
        return roles.toString();
    }

    /** Each name after its length, so that two lists never look alike. */
    private static void append(StringBuilder text, Collection<String> names) {
        if (names != null) {
            new TreeSet<>(names)
                    .forEach(name ->
                            text.append(name.length()).append(':').append(name).append(','));
        }
        text.append(';');
    }
}
