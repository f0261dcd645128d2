// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.cache;

import io.keylift.metrics.EmbeddedInfinispan;
import io.keylift.metrics.FailSafe;
import io.keylift.metrics.request.RequestTracker;
import java.util.Set;
import org.infinispan.Cache;
import org.infinispan.factories.ComponentRegistry;
import org.infinispan.interceptors.AsyncInterceptorChain;
import org.keycloak.connections.infinispan.InfinispanConnectionProvider;
import org.keycloak.models.KeycloakSessionFactory;

/**
 * Times operations of the server's caches. Local caches without a chain of interceptors (realms, users, keys) answer in
 * under a microsecond and are not timed. Nor are their revision caches, with some 75 reads in a token request.
 */
public final class CacheTimings {

    private static final Set<String> REVISIONS = Set.of(
            InfinispanConnectionProvider.REALM_REVISIONS_CACHE_NAME,
            InfinispanConnectionProvider.USER_REVISIONS_CACHE_NAME,
            InfinispanConnectionProvider.AUTHORIZATION_REVISIONS_CACHE_NAME);

    private final RequestTracker tracker;
    private final FailSafe failSafe = new FailSafe("cache times");

    public CacheTimings(RequestTracker tracker) {
        this.tracker = tracker;
    }

    /** Starts timing the caches of this server. */
    public void start(KeycloakSessionFactory factory) {
        failSafe.attempt(() -> EmbeddedInfinispan.runningCaches(EmbeddedInfinispan.manager(factory))
                .forEach(this::time));
    }

    private void time(Cache<?, ?> cache) {
        if (!cache.getCacheConfiguration().simpleCache() && !REVISIONS.contains(cache.getName())) {
            ComponentRegistry.componentOf(cache, AsyncInterceptorChain.class)
                    .addInterceptor(new TimingInterceptor(cache.getName(), tracker, failSafe), 0);
        }
    }
}
