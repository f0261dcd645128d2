// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.roles;

import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.keycloak.models.cache.CacheRealmProvider;

/**
 * Registers which entries of Keycloak's realm cache are invalidated after the commit, on all nodes, as Keycloak's own
 * caching provider does. The effective roles of users and groups are never cached. The keys are private to Keycloak, so
 * they are repeated here.
 */
final class RoleCaches {

    private static final String ROLES = ".roles";

    private final String realmId;
    private final CacheRealmProvider cache;

    private RoleCaches(String realmId, CacheRealmProvider cache) {
        this.realmId = realmId;
        this.cache = cache;
    }

    static void invalidate(ImportContext context, List<RoleWork> works) {
        CacheRealmProvider cache = context.session().getProvider(CacheRealmProvider.class);
        // The server may run without the realm cache.
        if (cache != null) {
            new RoleCaches(context.realm().getId(), cache).invalidate(works);
        }
    }

    private void invalidate(List<RoleWork> works) {
        Set<String> grown = new HashSet<>();
        for (RoleWork work : works) {
            String container = work.client == null ? realmId : work.client.id();
            if (work.isNew()) {
                grown.add(container);
                // Keycloak may have cached that there was no role with this name.
                cache.registerInvalidation(container + "." + work.record.name() + ROLES);
                cache.registerInvalidation(work.id);
            } else if (work.isChange()) {
                cache.registerRoleInvalidation(work.id, work.record.name(), container);
            }
        }
        grown.forEach(container -> cache.registerInvalidation(container + ROLES));
    }
}
