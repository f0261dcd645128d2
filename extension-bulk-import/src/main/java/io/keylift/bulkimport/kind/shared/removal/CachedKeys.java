// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import java.util.List;
import java.util.stream.Stream;
import org.keycloak.cluster.ClusterProvider;
import org.keycloak.keys.infinispan.InfinispanCachePublicKeyProviderFactory;
import org.keycloak.keys.infinispan.PublicKeyStorageInvalidationEvent;
import org.keycloak.models.AbstractKeycloakTransaction;
import org.keycloak.models.KeycloakSession;

/**
 * Removes the public keys of removed objects from Keycloak's cache of keys, on all nodes. Keycloak's own provider
 * removes them only with an event of each object.
 */
public final class CachedKeys extends AbstractKeycloakTransaction {

    private final KeycloakSession session;
    private final List<PublicKeyStorageInvalidationEvent> events;

    private CachedKeys(KeycloakSession session, List<PublicKeyStorageInvalidationEvent> events) {
        this.session = session;
        this.events = events;
    }

    /** @param keys of the cache, as Keycloak's {@code PublicKeyStorageUtils} makes them */
    public static void forgetAfterCommit(KeycloakSession session, Stream<String> keys) {
        session.getTransactionManager()
                .enlistAfterCompletion(new CachedKeys(
                        session,
                        keys.map(PublicKeyStorageInvalidationEvent::create).toList()));
    }

    @Override
    protected void commitImpl() {
        session.getProvider(ClusterProvider.class)
                .notify(InfinispanCachePublicKeyProviderFactory.PUBLIC_KEY_STORAGE_INVALIDATION_EVENT, events, false);
    }

    @Override
    protected void rollbackImpl() {
        // The objects are kept.
    }
}
