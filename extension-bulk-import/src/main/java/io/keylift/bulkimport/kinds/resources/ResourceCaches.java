// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.resources;

import io.keylift.bulkimport.kind.shared.table.StoredEntity;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.keycloak.authorization.jpa.entities.ResourceEntity;
import org.keycloak.authorization.jpa.entities.ScopeEntity;
import org.keycloak.models.cache.authorization.CachedStoreFactoryProvider;
import org.keycloak.models.cache.infinispan.authorization.StoreFactoryCacheSession;

/**
 * Registers which entries of Keycloak's cache of authorization data are invalidated after the commit, on all nodes:
 * changed resources, and lists and searches by name, owner, type, URI and scope, including empty ones. Keycloak's own
 * invalidation of a resource also makes each node search its whole cache several times, for policies and tickets of the
 * resource; an import changes neither.
 */
final class ResourceCaches {

    private final Set<String> keys = new HashSet<>();

    private ResourceCaches() {}

    static void invalidate(ImportContext context, List<ResourceWork> works, List<ScopeEntity> addedScopes) {
        if (!(context.session().getProvider(CachedStoreFactoryProvider.class)
                instanceof StoreFactoryCacheSession cache)) {
            return;
        }
        ResourceCaches caches = new ResourceCaches();
        for (ResourceWork work : works) {
            if (work.isNew()) {
                caches.added(work);
            } else if (work.isChange()) {
                caches.changed(work);
            }
        }
        // Except for a key of its own, this method invalidates exactly the given key.
        caches.keys.forEach(cache::registerResourceServerInvalidation);
        for (ScopeEntity scope : addedScopes) {
            cache.registerScopeInvalidation(
                    scope.getId(), scope.getName(), scope.getResourceServer().getId());
        }
    }

    private void added(ResourceWork work) {
        keys.add(work.id);
        keys.add(StoreFactoryCacheSession.getResourceByNameCacheKey(work.record.getName(), work.owner, work.server));
        keys.add(StoreFactoryCacheSession.getResourceByOwnerCacheKey(work.owner, work.server));
        keys.add(StoreFactoryCacheSession.getResourceByOwnerCacheKey(work.owner, null));
        type(work, work.record.getType());
        uris(work, work.record.givenUris());
        scopes(work, work.scopes.stream().map(ScopeEntity::getId).toList());
    }

    private void changed(ResourceWork work) {
        StoredEntity<ResourceEntity> stored = work.stored();
        ResourceEntity row = stored.row();
        keys.add(work.id);
        keys.add(StoreFactoryCacheSession.getResourceByNameCacheKey(row.getName(), work.owner, work.server));
        keys.add(StoreFactoryCacheSession.getResourceByOwnerCacheKey(work.owner, work.server));
        keys.add(StoreFactoryCacheSession.getResourceByOwnerCacheKey(work.owner, null));
        type(work, (String) work.plan().before("type"));
        type(work, row.getType());
        uris(work, stored.get(ResourceTable.URIS));
        uris(work, work.plan().after(ResourceTable.URIS));
        scopes(work, stored.get(ResourceTable.SCOPES));
        scopes(work, work.plan().after(ResourceTable.SCOPES));
    }

    private void type(ResourceWork work, String type) {
        if (type != null) {
            keys.add(StoreFactoryCacheSession.getResourceByTypeCacheKey(type, work.server));
            keys.add(StoreFactoryCacheSession.getResourceByTypeCacheKey(type, work.owner, work.server));
            keys.add(StoreFactoryCacheSession.getResourceByTypeCacheKey(type, null, work.server));
            keys.add(StoreFactoryCacheSession.getResourceByTypeInstanceCacheKey(type, work.server));
        }
    }

    private void uris(ResourceWork work, Collection<String> uris) {
        uris.forEach(uri -> keys.add(StoreFactoryCacheSession.getResourceByUriCacheKey(uri, work.server)));
    }

    private void scopes(ResourceWork work, Collection<String> scopes) {
        scopes.forEach(scope -> keys.add(StoreFactoryCacheSession.getResourceByScopeCacheKey(scope, work.server)));
    }
}
