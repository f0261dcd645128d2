// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.GroupModel;

/** References to a group that was created as a missing parent. A group with such a reference keeps its id. */
final class GroupReferrers {

    private static final List<String> REFERRERS = List.of(
            "select a.group.id from GroupAttributeEntity a where a.group.id in (:values)",
            "select r.group.id from GroupRoleMappingEntity r where r.group.id in (:values)",
            "select m.groupId from FederatedUserGroupMembershipEntity m where m.groupId in (:values)");

    private GroupReferrers() {}

    /** The groups that have attributes, roles or members from a user storage, or are default groups of the realm. */
    static Set<String> of(ImportContext context, Queries rows, Collection<String> groups) {
        Set<String> referred = new HashSet<>();
        if (groups.isEmpty()) {
            return referred;
        }
        REFERRERS.forEach(tie -> referred.addAll(rows.list(tie, String.class, groups, Map.of())));
        context.realm().getDefaultGroupsStream().map(GroupModel::getId).forEach(referred::add);
        referred.retainAll(groups);
        return referred;
    }
}
