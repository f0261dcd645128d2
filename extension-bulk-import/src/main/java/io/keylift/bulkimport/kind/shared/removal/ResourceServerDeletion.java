// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.List;
import org.keycloak.cluster.ClusterProvider;
import org.keycloak.models.AbstractKeycloakTransaction;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.cache.authorization.CachedStoreFactoryProvider;
import org.keycloak.models.cache.infinispan.authorization.InfinispanCacheStoreFactoryProviderFactory;
import org.keycloak.models.cache.infinispan.authorization.StoreFactoryCacheSession;
import org.keycloak.models.cache.infinispan.authorization.events.ResourceServerRemovedEvent;

/** Deletes the authorization of clients with all its objects, in a constant number of statements. */
public final class ResourceServerDeletion {

    /** Referencing tables first; collections of an entity are deleted with it. */
    private static final List<String> DELETIONS = List.of(
            "delete from PermissionTicketEntity t where t.resourceServer.id in (:values)",
            "delete from PolicyEntity p where p.resourceServer.id in (:values)",
            "delete from ResourceAttributeEntity a where a.resource.id in"
                    + " (select r.id from ResourceEntity r where r.resourceServer in (:values))",
            "delete from ResourceEntity r where r.resourceServer in (:values)",
            "delete from ScopeEntity s where s.resourceServer.id in (:values)",
            "delete from ResourceServerEntity s where s.id in (:values)");

    private ResourceServerDeletion() {}

    /** @param ids of the clients */
    public static void delete(Queries rows, Collection<String> ids) {
        DELETIONS.forEach(deletion -> rows.execute(deletion, ids));
    }

    /**
     * Invalidates the resource servers with all their objects after the commit, on all nodes. Keycloak's only method
     * for this also removes the rows one by one.
     */
    public static void invalidate(KeycloakSession session, Collection<String> ids) {
        if (ids.isEmpty()
                || !(session.getProvider(CachedStoreFactoryProvider.class) instanceof StoreFactoryCacheSession)) {
            return;
        }
        List<ResourceServerRemovedEvent> events =
                ids.stream().map(ResourceServerRemovedEvent::create).toList();
        session.getTransactionManager().enlistAfterCompletion(new AbstractKeycloakTransaction() {
            @Override
            protected void commitImpl() {
                session.getProvider(ClusterProvider.class)
                        .notify(
                                InfinispanCacheStoreFactoryProviderFactory.AUTHORIZATION_INVALIDATION_EVENTS,
                                events,
                                false);
            }

            @Override
            protected void rollbackImpl() {
                // The resource servers are kept.
            }
        });
    }
}
