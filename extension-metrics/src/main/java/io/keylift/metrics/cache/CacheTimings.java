// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.cache;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.request.RequestTracker;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.infinispan.Cache;
import org.infinispan.factories.ComponentRegistry;
import org.infinispan.interceptors.AsyncInterceptorChain;
import org.infinispan.manager.EmbeddedCacheManager;
import org.keycloak.connections.infinispan.InfinispanConnectionProvider;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.KeycloakModelUtils;

/**
 * Times the server's caches once it has started them. What Keycloak keeps in memory alone is read in under a
 * microsecond, and is left alone: caches without a chain of interceptors (realms, users, keys and their kind), and the
 * reads of those that tell whether these are still valid, some 75 in a token request.
 */
public final class CacheTimings {

    /**
     * A cache that each node has for itself, to find their manager by: those of the cluster may be on servers of their
     * own.
     */
    private static final String ANY_CACHE = InfinispanConnectionProvider.REALM_REVISIONS_CACHE_NAME;

    private static final Set<String> REVISIONS = Set.of(
            InfinispanConnectionProvider.REALM_REVISIONS_CACHE_NAME,
            InfinispanConnectionProvider.USER_REVISIONS_CACHE_NAME,
            InfinispanConnectionProvider.AUTHORIZATION_REVISIONS_CACHE_NAME);

    private final RequestTracker timings;
    private final FailSafe standDown = new FailSafe("cache times");

    public CacheTimings(RequestTracker timings) {
        this.timings = timings;
    }

    /** Begins to time the caches of this server. */
    public void start(KeycloakSessionFactory factory) {
        standDown.attempt(() -> caches(factory).forEach(this::time));
    }

    private static List<Cache<?, ?>> caches(KeycloakSessionFactory factory) {
        EmbeddedCacheManager manager = KeycloakModelUtils.runJobInTransactionWithResult(
                factory,
                session -> session.getProvider(InfinispanConnectionProvider.class)
                        .getCache(ANY_CACHE)
                        .getCacheManager());
        List<Cache<?, ?>> caches = new ArrayList<>();
        for (String name : manager.getCacheNames()) {
            if (manager.isRunning(name)) {
                caches.add(manager.getCache(name));
            }
        }
        return caches;
    }

    private void time(Cache<?, ?> cache) {
        if (!cache.getCacheConfiguration().simpleCache()) {
            ComponentRegistry.componentOf(cache, AsyncInterceptorChain.class)
                    .addInterceptor(new TimingInterceptor(cache.getName(), timed(cache.getName()), timings), 0);
        }
    }

    /** The sorts of operations of this cache that are timed. */
    static Set<Operation> timed(String cache) {
        return REVISIONS.contains(cache)
                ? EnumSet.complementOf(EnumSet.of(Operation.GET))
                : EnumSet.allOf(Operation.class);
    }
}
