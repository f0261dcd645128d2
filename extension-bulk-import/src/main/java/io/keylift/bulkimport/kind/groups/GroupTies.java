// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.groups;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.GroupModel;

/** What others have given a group that was made on the way, which knows it by its id: such a group keeps this id. */
final class GroupTies {

    private static final List<String> TIES = List.of(
            "select a.group.id from GroupAttributeEntity a where a.group.id in (:values)",
            "select r.group.id from GroupRoleMappingEntity r where r.group.id in (:values)",
            "select m.groupId from FederatedUserGroupMembershipEntity m where m.groupId in (:values)");

    private GroupTies() {}

    /**
     * Those of these groups that have attributes or roles, or members from a user storage, or are default groups of the
     * realm.
     */
    static Set<String> of(ImportContext context, Queries rows, Collection<String> groups) {
        Set<String> tied = new HashSet<>();
        if (groups.isEmpty()) {
            return tied;
        }
        TIES.forEach(tie -> tied.addAll(rows.list(tie, String.class, groups, Map.of())));
        context.realm().getDefaultGroupsStream().map(GroupModel::getId).forEach(tied::add);
        tied.retainAll(groups);
        return tied;
    }
}
