// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import io.keylift.bulkimport.kind.shared.removal.CachedKeys;
import io.keylift.bulkimport.kind.shared.removal.LockedObjects;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.bulkimport.rows.RealmFilter;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.keys.PublicKeyStorageUtils;
import org.keycloak.models.jpa.entities.IdentityProviderEntity;
import org.keycloak.models.jpa.entities.IdentityProviderMapperEntity;

/**
 * Deletes identity providers like Keycloak's {@code IdentityProviderStorageProvider}, with their mappers and the links
 * of users, but in a number of statements that does not depend on the number of identity providers, and without its
 * events.
 */
final class ProviderDeletion {

    /** The tables with links of users, by the aliases of the identity providers. */
    private static final List<String> LINKS = List.of(
            "delete from FederatedIdentityEntity f where f.identityProvider in (:values) and " + RealmFilter.of("f"),
            "delete from BrokerLinkEntity b where b.identityProvider in (:values) and " + RealmFilter.of("b"));

    private final ImportContext context;
    private final Queries rows;
    private final ProviderCaches caches;
    private final String realm;

    ProviderDeletion(ImportContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
        caches = new ProviderCaches(context);
        realm = context.realm().getId();
    }

    /** @param ids identity providers whose rows this transaction has locked */
    void delete(Collection<String> ids) {
        Map<String, String> aliases = new HashMap<>();
        for (Object[] provider : rows.select(
                "select p.internalId, p.alias, p.organizationId from IdentityProviderEntity p"
                        + " where p.internalId in (:values)",
                ids,
                Map.of())) {
            String id = (String) provider[0];
            aliases.put(id, (String) provider[1]);
            caches.invalidateRemoved(id, aliases.get(id), (String) provider[2]);
        }
        caches.invalidateUsers();
        CachedKeys.forgetAfterCommit(
                context.session(), ids.stream().map(id -> PublicKeyStorageUtils.getIdpModelCacheKey(realm, id)));
        LINKS.forEach(deletion -> rows.execute(deletion, aliases.values(), Map.of("realm", realm)));
        deleteMappers(aliases.values());
        LockedObjects.delete(rows, IdentityProviderEntity.class, ids);
    }

    private void deleteMappers(Collection<String> aliases) {
        List<IdentityProviderMapperEntity> mappers = StoredProviders.mappers(rows, realm, aliases).values().stream()
                .flatMap(List::stream)
                .toList();
        caches.invalidateMappers(mappers);
        rows.execute(
                "delete from IdentityProviderMapperEntity m where m.id in (:values)",
                mappers.stream().map(IdentityProviderMapperEntity::getId).toList());
    }
}
