// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.kind.shared.reference.CachedUsers;
import io.keylift.bulkimport.kind.shared.reference.MembershipCaches;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.models.GroupModel;

/**
 * Registers which entries of Keycloak's caches of users and of the realm are invalidated after the commit, as far as
 * the database shows their possible content. Must be called before anything is removed.
 */
final class RemovalCaches {

    private final ImportContext context;
    private final Queries rows;
    private final List<RemovedUser> users;

    RemovalCaches(ImportContext context, Queries rows, List<RemovedUser> users) {
        this.context = context;
        this.rows = rows;
        this.users = users;
    }

    void invalidate(List<String> ids) {
        CachedUsers cached = CachedUsers.of(context);
        Map<String, Map<String, String>> identities = new HashMap<>();
        rows.select(
                        "select f.user.id, f.identityProvider, f.userId from FederatedIdentityEntity f"
                                + " where f.user.id in (:values)",
                        ids,
                        Map.of())
                .forEach(row -> identities
                        .computeIfAbsent((String) row[0], user -> new HashMap<>())
                        .put((String) row[1], (String) row[2]));
        for (RemovedUser user : users) {
            cached.removed(user.id(), user.username(), user.email(), identities.getOrDefault(user.id(), Map.of()));
        }
        MembershipCaches memberships = new MembershipCaches(context);
        for (Object[] member : rows.select(
                "select m.user.id, g.organization.id from UserGroupMembershipEntity m"
                        + " join GroupEntity g on g.id = m.groupId where m.user.id in (:values) and g.type = :type",
                ids,
                Map.of("type", GroupModel.Type.ORGANIZATION.intValue()))) {
            memberships.membershipChanged((String) member[1], (String) member[0]);
            memberships.memberCountChanged((String) member[1]);
        }
    }
}
