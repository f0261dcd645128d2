// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.Collection;
import org.keycloak.models.RealmModel;
import org.keycloak.models.cache.CacheRealmProvider;
import org.keycloak.models.cache.infinispan.RealmCacheSession;
import org.keycloak.models.cache.infinispan.idp.InfinispanIdentityProviderStorageProvider;
import org.keycloak.models.cache.infinispan.organization.CachedOrganization;
import org.keycloak.models.cache.infinispan.organization.InfinispanOrganizationProvider;
import org.keycloak.models.jpa.entities.IdentityProviderEntity;

/**
 * Invalidates the entries of Keycloak's realm cache about organizations, as Keycloak's own caching provider does: on
 * all nodes after the commit. Some keys are private to Keycloak, so they are repeated here.
 */
final class OrganizationCaches {

    private final RealmModel realm;
    /** {@code null} if the server runs without the realm cache. */
    private final CacheRealmProvider cache;

    OrganizationCaches(ImportContext context) {
        realm = context.realm();
        cache = context.session().getProvider(CacheRealmProvider.class);
    }

    /**
     * The number of organizations of the realm changed. The cache never stores that an organization or domain is
     * absent.
     */
    void invalidateCount() {
        invalidate(realm.getId() + ".org.count");
        invalidate(realm.getId() + ".org.exists");
    }

    /** The organization changed: its row, its domains, or its identity providers. */
    void invalidateOrganization(String id) {
        invalidate(InfinispanIdentityProviderStorageProvider.cacheKeyOrgId(realm, id));
        invalidate(id);
        // The cached organization has its own domains and those that it was found for through a wildcard.
        if (cache instanceof RealmCacheSession session) {
            CachedOrganization cached = session.getCache().get(id, CachedOrganization.class);
            if (cached != null) {
                invalidateDomains(cached.getDomainNames().toArray(String[]::new));
            }
        }
    }

    /** Look-ups of these domains may return another organization now. */
    void invalidateDomains(Collection<String> domains) {
        invalidateDomains(domains.toArray(String[]::new));
    }

    /**
     * The attributes of the organization's internal group changed. Its name and place never change, so the search of
     * the whole cache that a full invalidation of a group costs is not needed.
     */
    void invalidateAttributes(String groupId) {
        invalidate(groupId);
    }

    void invalidateIdentityProvider(IdentityProviderEntity provider) {
        invalidate(provider.getInternalId());
        invalidate(realm.getId() + "." + provider.getAlias() + ".idp.alias");
    }

    private void invalidateDomains(String... domains) {
        for (String domain : domains) {
            invalidate(InfinispanOrganizationProvider.cacheKeyByDomain(realm, domain));
        }
    }

    private void invalidate(String key) {
        if (cache != null) {
            cache.registerInvalidation(key);
        }
    }
}
