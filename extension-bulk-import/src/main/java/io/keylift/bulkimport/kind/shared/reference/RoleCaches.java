// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.HashSet;
import java.util.Set;
import org.keycloak.models.cache.CacheRealmProvider;
import org.keycloak.models.cache.UserCache;

/**
 * Registers which entries of Keycloak's realm cache are invalidated after the commit, on all nodes, as Keycloak's own
 * caching provider does. The effective roles of users and groups are never cached. The keys are private to Keycloak, so
 * they are repeated here.
 */
public final class RoleCaches {

    private static final String ROLES = ".roles";

    private final ImportContext context;
    private final String realmId;

    /** {@code null} if the server runs without the realm cache. */
    private final CacheRealmProvider cache;

    /** Avoids repeated invalidations: many roles may have one container or one composite. */
    private final Set<String> done = new HashSet<>();

    public RoleCaches(ImportContext context) {
        this.context = context;
        realmId = context.realm().getId();
        cache = context.session().getProvider(CacheRealmProvider.class);
    }

    /** @param container the realm's id, or that of the client of the role */
    public void invalidateChanged(String id, String name, String container) {
        if (cache != null) {
            cache.registerRoleInvalidation(id, name, container);
        }
    }

    /** As Keycloak, forgets all users of the realm: any of them may have had a removed role. */
    public void invalidateUsers() {
        UserCache users = context.session().getProvider(UserCache.class);
        if (users != null) {
            users.evict(context.realm());
        }
    }

    /** The role is new in its container, or was removed from it. Keycloak may have cached that it was not there. */
    public void invalidateMember(String id, String name, String container) {
        invalidate(id);
        invalidate(container + "." + name + ROLES);
        invalidate(container + ROLES);
    }

    /** @param key such as the id of something that contains removed roles */
    public void invalidate(String key) {
        if (cache != null && done.add(key)) {
            cache.registerInvalidation(key);
        }
    }
}
