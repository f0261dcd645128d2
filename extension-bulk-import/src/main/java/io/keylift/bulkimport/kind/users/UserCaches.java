// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import io.keylift.bulkimport.kind.reference.MembershipCaches;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.models.cache.UserCache;
import org.keycloak.models.cache.infinispan.UserCacheSession;

/**
 * Registers which entries of Keycloak's caches are invalidated after the commit. There are none for a new user, because
 * the caches do not store that a user is absent; only member counts of organizations change. A changed user is
 * invalidated completely.
 */
final class UserCaches {

    private final ImportContext context;
    private final RealmModel realm;
    private final UserCache users;
    private final MembershipCaches memberships;

    private UserCaches(ImportContext context) {
        this.context = context;
        realm = context.realm();
        users = context.session().getProvider(UserCache.class);
        memberships = new MembershipCaches(context);
    }

    static void invalidate(ImportContext context, List<UserWork> works) {
        UserCaches caches = new UserCaches(context);
        for (UserWork work : works) {
            if (work.isNew()) {
                work.organizations.forEach(organization -> caches.memberships.memberCountChanged(organization.id()));
            } else {
                caches.forget(work);
            }
        }
    }

    private void forget(UserWork work) {
        UserChange change = work.change;
        Set<String> joinedOrLeft = new HashSet<>();
        work.organizations.forEach(organization -> joinedOrLeft.add(organization.id()));
        for (String group : change.removedMemberships) {
            StoredUser.Membership membership = change.stored.memberships.get(group);
            if (membership.organizationId() != null) {
                joinedOrLeft.add(membership.organizationId());
            }
        }
        for (String organization : joinedOrLeft) {
            memberships.memberCountChanged(organization);
            memberships.membershipChanged(organization, work.id);
        }
        if (users != null) {
            String username = change.target.getUsername();
            evict(work.id, username, change.emailBefore);
            evict(work.id, username, change.target.getEmail());
        }
        if (users instanceof UserCacheSession cache) {
            identityKeys(work).forEach(cache::registerInvalidation);
            if (change.consents.isChange()) {
                cache.registerInvalidation(work.id + ".consents");
            }
        }
    }

    private void evict(String id, String username, String email) {
        users.evict(realm, new RecordUser(context.session(), realm, id, username, email));
    }

    /** Keys of identities, which evicting the user leaves alone. */
    private Set<String> identityKeys(UserWork work) {
        Set<String> keys = new HashSet<>();
        UserChange change = work.change;
        if (!change.identities.isEmpty()
                || !change.removedIdentities.isEmpty()
                || !change.renamedIdentities.isEmpty()) {
            keys.add(work.id + ".idplinks");
        }
        change.removedIdentities.forEach(identity ->
                keys.add(realm.getId() + ".idp." + identity.getIdentityProvider() + "." + identity.getUserId()));
        return keys;
    }
}
