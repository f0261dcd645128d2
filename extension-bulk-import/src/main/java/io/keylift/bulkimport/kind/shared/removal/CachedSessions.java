// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.infinispan.AdvancedCache;
import org.infinispan.Cache;
import org.infinispan.context.Flag;
import org.keycloak.connections.infinispan.InfinispanConnectionProvider;
import org.keycloak.models.AbstractKeycloakTransaction;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.jpa.session.PersistentClientSessionEntity;
import org.keycloak.models.sessions.infinispan.entities.EmbeddedClientSessionKey;
import org.keycloak.storage.StorageId;

/** Removes sessions from Keycloak's distributed caches, on all nodes, once their rows are deleted. */
final class CachedSessions extends AbstractKeycloakTransaction {

    private static final String OFFLINE = "1";

    private final InfinispanConnectionProvider caches;
    private final Sessions online = new Sessions(
            InfinispanConnectionProvider.USER_SESSION_CACHE_NAME,
            InfinispanConnectionProvider.CLIENT_SESSION_CACHE_NAME);
    private final Sessions offline = new Sessions(
            InfinispanConnectionProvider.OFFLINE_USER_SESSION_CACHE_NAME,
            InfinispanConnectionProvider.OFFLINE_CLIENT_SESSION_CACHE_NAME);

    private CachedSessions(InfinispanConnectionProvider caches) {
        this.caches = caches;
    }

    /** Keys of sessions of one type, and the caches that may hold them. */
    private record Sessions(
            String cache, String clientCache, Set<String> keys, Set<EmbeddedClientSessionKey> clientKeys) {

        Sessions(String cache, String clientCache) {
            this(cache, clientCache, new HashSet<>(), new HashSet<>());
        }
    }

    /**
     * @param sessions id, whether offline, and the client in three columns, which are {@code null} if the session has
     *     none
     */
    static void forgetAfterCommit(KeycloakSession session, List<Object[]> sessions) {
        InfinispanConnectionProvider caches = session.getProvider(InfinispanConnectionProvider.class);
        if (caches == null || sessions.isEmpty()) {
            return;
        }
        CachedSessions cached = new CachedSessions(caches);
        sessions.forEach(cached::add);
        session.getTransactionManager().enlistAfterCompletion(cached);
    }

    private void add(Object[] row) {
        Sessions sessions = OFFLINE.equals(row[1]) ? offline : online;
        String id = (String) row[0];
        sessions.keys().add(id);
        if (row[2] != null) {
            String client = PersistentClientSessionEntity.EXTERNAL.equals(row[2])
                    ? new StorageId((String) row[3], (String) row[4]).getId()
                    : (String) row[2];
            sessions.clientKeys().add(new EmbeddedClientSessionKey(id, client));
        }
    }

    @Override
    protected void commitImpl() {
        List<CompletableFuture<?>> removals = new ArrayList<>();
        for (Sessions sessions : List.of(online, offline)) {
            remove(sessions.cache(), sessions.keys(), removals);
            remove(sessions.clientCache(), sessions.clientKeys(), removals);
        }
        CompletableFuture.allOf(removals.toArray(CompletableFuture[]::new)).join();
    }

    private void remove(String name, Set<?> keys, List<CompletableFuture<?>> removals) {
        Cache<Object, Object> cache = keys.isEmpty() ? null : caches.getCache(name, false);
        if (cache != null) {
            AdvancedCache<Object, Object> silent =
                    cache.getAdvancedCache().withFlags(Flag.IGNORE_RETURN_VALUES, Flag.FAIL_SILENTLY);
            keys.forEach(key -> removals.add(silent.removeAsync(key)));
        }
    }

    @Override
    protected void rollbackImpl() {
        // The sessions are kept.
    }
}
