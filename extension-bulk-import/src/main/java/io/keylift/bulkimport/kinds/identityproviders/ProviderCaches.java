// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.Collection;
import java.util.List;
import org.keycloak.models.IdentityProviderStorageProvider.FetchMode;
import org.keycloak.models.RealmModel;
import org.keycloak.models.cache.CacheRealmProvider;
import org.keycloak.models.cache.UserCache;
import org.keycloak.models.cache.infinispan.idp.InfinispanIdentityProviderStorageProvider;
import org.keycloak.models.jpa.entities.IdentityProviderMapperEntity;

/**
 * Registers which entries of Keycloak's realm cache are invalidated after the commit, on all nodes: identity providers,
 * their mappers, their number, and the lists of them for the login page and for organizations. Some keys are private to
 * Keycloak, so they are repeated here.
 */
final class ProviderCaches {

    private static final String BY_ALIAS = ".idp.alias";

    private final RealmModel realm;
    private final boolean recordsEvents;
    /** {@code null} if the server runs without the realm cache. */
    private final CacheRealmProvider cache;

    private final UserCache users;

    ProviderCaches(ImportContext context) {
        realm = context.realm();
        recordsEvents = context.events() == EventMode.RECORD;
        cache = context.session().getProvider(CacheRealmProvider.class);
        users = context.session().getProvider(UserCache.class);
    }

    void invalidate(List<IdentityProviderWork> changed) {
        if (cache == null) {
            return;
        }
        if (changed.stream().anyMatch(IdentityProviderWork::isNew)) {
            invalidateNumber();
        }
        invalidateLogin();
        for (IdentityProviderWork work : changed) {
            // Listeners may load a new identity provider, which must not be cached before the commit.
            if (!work.isNew() || recordsEvents) {
                invalidateProvider(work.id, work.record.alias());
            }
            invalidateOrganization(work.organizationBefore);
            invalidateOrganization(work.organization);
            invalidateMappers(work.changedMappers);
            invalidateMappers(work.removedMappers);
        }
    }

    /** The identity provider is removed. */
    void invalidateRemoved(String id, String alias, String organization) {
        if (cache != null) {
            invalidateNumber();
            invalidateLogin();
            invalidateProvider(id, alias);
            invalidateOrganization(organization);
        }
    }

    /** Any user may have had a link to a removed identity provider. */
    void invalidateUsers() {
        if (users != null) {
            users.evict(realm);
        }
    }

    private void invalidateNumber() {
        cache.registerInvalidation(realm.getId() + ".idp.count");
        cache.registerInvalidation(InfinispanIdentityProviderStorageProvider.cacheKeyIsEnabled(realm));
    }

    private void invalidateLogin() {
        for (FetchMode mode : FetchMode.values()) {
            cache.registerInvalidation(InfinispanIdentityProviderStorageProvider.cacheKeyForLogin(realm, mode));
        }
    }

    private void invalidateProvider(String id, String alias) {
        cache.registerInvalidation(id);
        cache.registerInvalidation(realm.getId() + "." + alias + BY_ALIAS);
    }

    private void invalidateOrganization(String id) {
        if (id != null) {
            cache.registerInvalidation(InfinispanIdentityProviderStorageProvider.cacheKeyOrgId(realm, id));
            cache.registerInvalidation(id);
        }
    }

    void invalidateMappers(Collection<IdentityProviderMapperEntity> mappers) {
        if (cache == null) {
            return;
        }
        for (IdentityProviderMapperEntity mapper : mappers) {
            cache.registerInvalidation(mapper.getId());
            cache.registerInvalidation(
                    realm.getId() + "." + mapper.getIdentityProviderAlias() + BY_ALIAS + "." + mapper.getName());
        }
    }
}
