// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.reference;

import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.HashSet;
import java.util.Set;
import org.keycloak.models.cache.CacheRealmProvider;
import org.keycloak.models.cache.UserCache;
import org.keycloak.models.cache.infinispan.UserCacheSession;

/**
 * Invalidates what Keycloak's caches hold of users in organizations and groups, as its own caching providers do: the
 * session carries it out on all nodes after the commit. The keys are private to Keycloak, hence spelled out.
 */
public final class MembershipCaches {

    private final String realmId;
    private final CacheRealmProvider realms;
    private final UserCache users;

    /** What is registered already: one organization counts many members. */
    private final Set<String> done = new HashSet<>();

    public MembershipCaches(ImportContext context) {
        realmId = context.realm().getId();
        realms = context.session().getProvider(CacheRealmProvider.class);
        users = context.session().getProvider(UserCache.class);
    }

    /** The organization has another number of members. */
    public void memberCountChanged(String organizationId) {
        if (realms != null && done.add(organizationId)) {
            realms.registerInvalidation(realmId + ".org." + organizationId + ".members.count");
        }
    }

    /** The user has joined or left the organization or one of its departments. */
    public void membershipChanged(String organizationId, String userId) {
        String member = realmId + ".org." + organizationId + ".member." + userId;
        forget(realmId + ".org.member." + userId + ".orgs");
        forget(member + ".membership");
        forget(member + ".groups");
    }

    /** The user has joined or left a group, of whichever type. */
    public void groupsChanged(String userId) {
        forget(userId);
    }

    private void forget(String key) {
        if (users instanceof UserCacheSession session && done.add(key)) {
            session.registerInvalidation(key);
        }
    }
}
