// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.CachedUsers;
import io.keylift.bulkimport.kind.shared.reference.MembershipCaches;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Registers which entries of Keycloak's caches are invalidated after the commit. There are none for a new user, because
 * the caches do not store that a user is absent; only member counts of organizations change. A changed user is
 * invalidated completely.
 */
final class UserCaches {

    private final CachedUsers users;
    private final MembershipCaches memberships;

    private UserCaches(ImportContext context) {
        users = CachedUsers.of(context);
        memberships = new MembershipCaches(context);
    }

    static void invalidate(ImportContext context, List<UserWork> works) {
        UserCaches caches = new UserCaches(context);
        for (UserWork work : works) {
            if (work.isNew()) {
                work.organizations.forEach(organization -> caches.memberships.memberCountChanged(organization.id()));
            } else {
                Set<String> joined = new HashSet<>();
                work.organizations.stream()
                        .filter(organization -> joins(work.change, organization))
                        .forEach(organization -> joined.add(organization.id()));
                caches.forget(work.change, joined);
            }
        }
    }

    /** Whether the user joins the organization or one of its departments. */
    private static boolean joins(UserChange change, UserWork.Organization organization) {
        Set<String> groups = change.memberships.keySet();
        return groups.contains(organization.groupId())
                || organization.departments() != null
                        && organization.departments().stream().anyMatch(groups::contains);
    }

    /** Registers the entries of existing users who join no organization. */
    static void invalidateChanged(ImportContext context, List<UserChange> changes) {
        UserCaches caches = new UserCaches(context);
        changes.forEach(change -> caches.forget(change, Set.of()));
    }

    private void forget(UserChange change, Set<String> joined) {
        String id = change.user.getId();
        Set<String> joinedOrLeft = new HashSet<>(joined);
        for (String group : change.removedMemberships) {
            StoredUser.Membership membership = change.stored.memberships.get(group);
            if (membership.organizationId() != null) {
                joinedOrLeft.add(membership.organizationId());
            }
        }
        for (String organization : joinedOrLeft) {
            memberships.memberCountChanged(organization);
            memberships.membershipChanged(organization, id);
        }
        String username = change.target.getUsername();
        users.changed(id, username, change.emailBefore);
        if (!Objects.equals(change.emailBefore, change.target.getEmail())) {
            users.changed(id, username, change.target.getEmail());
        }
        identityKeys(change).forEach(users::forget);
        if (change.consents.isChange()) {
            users.forget(CachedUsers.consents(id));
        }
    }

    /** Keys of identities, which remain in the cache when the user is evicted. */
    private Set<String> identityKeys(UserChange change) {
        Set<String> keys = new HashSet<>();
        if (!change.identities.isEmpty()
                || !change.removedIdentities.isEmpty()
                || !change.renamedIdentities.isEmpty()) {
            keys.add(CachedUsers.identities(change.user.getId()));
        }
        change.removedIdentities.forEach(
                identity -> keys.add(users.identity(identity.getIdentityProvider(), identity.getUserId())));
        return keys;
    }
}
