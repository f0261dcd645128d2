// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.kind.shared.reference.GroupCaches;
import io.keylift.bulkimport.kind.shared.reference.MembershipCaches;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.GroupModel;
import org.keycloak.models.cache.UserCache;
import org.keycloak.models.jpa.entities.GroupEntity;

/**
 * Deletes groups of the realm or of organizations like Keycloak's {@code removeGroup}, but in a number of statements
 * that does not depend on the number of groups, and without its events.
 */
public final class GroupDeletion {

    private static final List<String> MEMBERSHIPS = List.of(
            "delete from UserGroupMembershipEntity m where m.groupId in (:values)",
            "delete from FederatedUserGroupMembershipEntity m where m.groupId in (:values)");

    /** The other tables with rows of a group, referencing tables first. */
    private static final List<String> DELETIONS = List.of(
            "delete from GroupRoleMappingEntity r where r.group.id in (:values)",
            "delete from GroupAttributeEntity a where a.group.id in (:values)");

    private final ImportContext context;
    private final Queries rows;
    private final boolean departments;

    /** @param type of the groups */
    public GroupDeletion(ImportContext context, Queries rows, GroupModel.Type type) {
        this.context = context;
        this.rows = rows;
        departments = type == GroupModel.Type.ORGANIZATION;
    }

    /**
     * Deletes the memberships of the groups. A listener of Keycloak reads each member that a group still has when its
     * removal is published.
     */
    public void deleteMemberships(Set<String> ids) {
        invalidateMembers(ids);
        MEMBERSHIPS.forEach(deletion -> rows.execute(deletion, ids));
    }

    /** @param ids the groups and all groups below them; this transaction has locked their rows */
    public void delete(Set<String> ids) {
        invalidateGroups(ids);
        deleteMemberships(ids);
        if (!departments) {
            leaveDefaults(ids);
        }
        new RemovedAuthorization(context, rows).removeOf(ids);
        DELETIONS.forEach(deletion -> rows.execute(deletion, ids));
        LockedObjects.delete(rows, GroupEntity.class, ids);
    }

    /** Keycloak's model of the realm writes these rows, and reads them later. */
    private void leaveDefaults(Set<String> ids) {
        context.realm()
                .getDefaultGroupsStream()
                .filter(group -> ids.contains(group.getId()))
                .toList()
                .forEach(context.realm()::removeDefaultGroup);
    }

    private void invalidateGroups(Set<String> ids) {
        GroupCaches caches =
                new GroupCaches(context, departments ? GroupModel.Type.ORGANIZATION : GroupModel.Type.REALM);
        ids.forEach(caches::invalidate);
        for (Object[] place :
                rows.select("select g.parentId, g.name from GroupEntity g where g.id in (:values)", ids, Map.of())) {
            caches.invalidateParent((String) place[0]);
            if (!departments) {
                caches.invalidateName((String) place[0], (String) place[1]);
            }
        }
    }

    /** As Keycloak, forgets all users of the realm: any of them may have been a member. */
    private void invalidateMembers(Set<String> ids) {
        UserCache users = context.session().getProvider(UserCache.class);
        if (users != null) {
            users.evict(context.realm());
        }
        if (departments) {
            MembershipCaches members = new MembershipCaches(context);
            for (Object[] member : rows.select(
                    "select g.organization.id, m.user.id from UserGroupMembershipEntity m"
                            + " join GroupEntity g on g.id = m.groupId where m.groupId in (:values)",
                    ids,
                    Map.of())) {
                members.memberCountChanged((String) member[0]);
                members.membershipChanged((String) member[0], (String) member[1]);
            }
        }
    }
}
