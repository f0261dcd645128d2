// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import java.util.ArrayList;
import java.util.List;
import org.infinispan.Cache;
import org.infinispan.manager.EmbeddedCacheManager;
import org.keycloak.connections.infinispan.InfinispanConnectionProvider;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.KeycloakModelUtils;

/** Finds the Infinispan in the server. */
public final class EmbeddedInfinispan {

    /** A local cache, through which the cache manager is found. Clustered caches may be on remote servers. */
    private static final String ANY_CACHE = InfinispanConnectionProvider.REALM_REVISIONS_CACHE_NAME;

    private EmbeddedInfinispan() {}

    /** The cache manager of this server. */
    public static EmbeddedCacheManager manager(KeycloakSessionFactory factory) {
        return KeycloakModelUtils.runJobInTransactionWithResult(
                factory,
                session -> session.getProvider(InfinispanConnectionProvider.class)
                        .getCache(ANY_CACHE)
                        .getCacheManager());
    }

    /** The caches of this manager that have started. */
    public static List<Cache<?, ?>> runningCaches(EmbeddedCacheManager manager) {
        List<Cache<?, ?>> caches = new ArrayList<>();
        for (String name : manager.getCacheNames()) {
            if (manager.isRunning(name)) {
                caches.add(manager.getCache(name));
            }
        }
        return caches;
    }
}
