// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.rolemappings;

import io.keylift.bulkimport.kind.shared.reference.Mapping;
import io.keylift.bulkimport.kind.shared.reference.RoleLists;
import io.keylift.bulkimport.kind.shared.reference.Users;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import io.keylift.request.Pointers;
import java.util.List;

/**
 * A valid record: a user, a group of the realm or a department, and names of roles.
 *
 * @param user {@code null} for a group or department
 * @param organization alias or id of the department's organization; {@code null} for a user or a group of the realm
 * @param group path of the group or department; {@code null} for a user
 * @param exclusive whether the record replaces the roles of the user, group or department, which no other record may
 *     name then
 */
record RoleMapping(Users.Name user, String organization, String group, RoleLists roles, boolean exclusive)
        implements Mapping {

    /** Whether the roles are those of a group of the realm or of a department. */
    boolean isOfGroup() {
        return group != null;
    }

    boolean isOfDepartment() {
        return organization != null;
    }

    /** Field that names the user, group or department. Other fields that name a user must agree with it. */
    @Override
    public String pointer() {
        return isOfDepartment() ? "/department" : isOfGroup() ? "/group" : user.pointer();
    }

    /** The user, group or department alone if the record is exclusive, otherwise together with exactly these roles. */
    List<UniqueKey> uniqueKeys() {
        String subject = pointer() + ":" + subject();
        return List.of(
                exclusive
                        ? new UniqueKey(isOfGroup() ? "group" : "user", subject, pointer())
                        : new UniqueKey("role mapping", subject + " " + roles.key(), pointer()));
    }

    private String subject() {
        if (!isOfGroup()) {
            return user.key();
        }
        String path = group.replaceFirst("^/", "");
        return isOfDepartment() ? Pointers.escape(organization) + "/" + path : path;
    }
}
