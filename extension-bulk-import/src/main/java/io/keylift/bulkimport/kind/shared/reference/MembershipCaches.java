// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.HashSet;
import java.util.Set;
import org.keycloak.models.cache.CacheRealmProvider;

/**
 * Invalidates the entries of Keycloak's caches about members of organizations and groups, as its own caching providers
 * do: on all nodes after the commit. The keys are private to Keycloak, so they are repeated here.
 */
public final class MembershipCaches {

    private final String realmId;
    private final CacheRealmProvider realms;
    private final CachedUsers users;

    /** Avoids repeated invalidations: many members may belong to one organization. */
    private final Set<String> done = new HashSet<>();

    public MembershipCaches(ImportContext context) {
        realmId = context.realm().getId();
        realms = context.session().getProvider(CacheRealmProvider.class);
        users = CachedUsers.of(context);
    }

    /** The number of the organization's members changed. */
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

    /** The user has joined or left a group of either type. */
    public void groupsChanged(String userId) {
        forget(userId);
    }

    private void forget(String key) {
        if (done.add(key)) {
            users.forget(key);
        }
    }
}
