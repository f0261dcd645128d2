// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.infinispan.Cache;
import org.infinispan.container.DataContainer;
import org.keycloak.connections.infinispan.InfinispanConnectionProvider;
import org.keycloak.models.AbstractKeycloakTransaction;
import org.keycloak.models.FederatedIdentityModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.cache.infinispan.InfinispanUserCacheProviderFactory;
import org.keycloak.models.cache.infinispan.UserCacheManager;
import org.keycloak.models.cache.infinispan.UserCacheSession;
import org.keycloak.models.cache.infinispan.events.CacheKeyInvalidatedEvent;
import org.keycloak.models.cache.infinispan.events.InvalidationEvent;
import org.keycloak.models.cache.infinispan.events.UserFullInvalidationEvent;
import org.keycloak.models.cache.infinispan.events.UserUpdatedEvent;

/**
 * Invalidates entries of Keycloak's cache of users once the transaction of a session has ended.
 *
 * <p>Keycloak's cache gives each key that it invalidates a new revision, in a transaction of the cache. A session that
 * has read the user before does not store it then. Most keys of a chunk are not in the cache and have no revision. For
 * these Keycloak compares the time at which the session began with the last revision of all, so that one new revision
 * of any key is enough. Without it, the revisions of users who have nothing to do with the chunk would leave the cache,
 * and with them their entries.
 */
final class UserInvalidations extends AbstractKeycloakTransaction {

    private static final String NAME = UserInvalidations.class.getName();

    private final KeycloakSession session;
    private final UserCacheManager manager;
    private final Cache<String, Long> revisions;
    private final Set<String> keys = new HashSet<>();
    private final List<InvalidationEvent> events = new ArrayList<>();

    private UserInvalidations(KeycloakSession session, UserCacheSession cache) {
        this.session = session;
        manager = cache.getCache();
        revisions = session.getProvider(InfinispanConnectionProvider.class)
                .getCache(InfinispanConnectionProvider.USER_REVISIONS_CACHE_NAME);
    }

    /** Returns the invalidations of a session. */
    static UserInvalidations of(KeycloakSession session, UserCacheSession cache) {
        UserInvalidations known = session.getAttribute(NAME, UserInvalidations.class);
        if (known == null) {
            known = new UserInvalidations(session, cache);
            session.setAttribute(NAME, known);
            session.getTransactionManager().enlistAfterCompletion(known);
        }
        return known;
    }

    void changed(String realmId, String id, String username, String email) {
        manager.userUpdatedInvalidations(id, username, email, realmId, keys);
        events.add(UserUpdatedEvent.create(id, username, email, realmId));
    }

    void removed(String realmId, String id, String username, String email, Map<String, String> identities) {
        manager.fullUserInvalidation(id, username, email, realmId, true, identities, keys);
        events.add(UserFullInvalidationEvent.create(
                id,
                username,
                email,
                realmId,
                true,
                identities.entrySet().stream()
                        .map(one -> new FederatedIdentityModel(one.getKey(), one.getValue(), null))));
    }

    static String consents(String userId) {
        return userId + ".consents";
    }

    static String verifiableCredentials(String userId) {
        return userId + ".verifiableCredentials";
    }

    static String identities(String userId) {
        return userId + ".idplinks";
    }

    static String identity(String realmId, String provider, String userId) {
        return realmId + ".idp." + provider + "." + userId;
    }

    void forget(String key) {
        if (keys.add(key)) {
            events.add(new CacheKeyInvalidatedEvent(key));
        }
    }

    /** Invalidates the keys on this node. */
    static void invalidate(UserCacheManager manager, Cache<String, Long> revisions, Set<String> keys) {
        Cache<String, ?> entries = manager.getCache();
        DataContainer<String, Long> known = revisions.getAdvancedCache().getDataContainer();
        // Before any key is looked up: a session that finds no revision of its key from now on finds this one.
        manager.invalidateObject(keys.iterator().next());
        for (String key : keys) {
            if (known.containsKey(key)) {
                manager.invalidateObject(key);
            } else {
                entries.remove(key);
            }
        }
    }

    @Override
    protected void commitImpl() {
        if (keys.isEmpty()) {
            return;
        }
        invalidate(manager, revisions, keys);
        manager.sendInvalidationEvents(session, events, InfinispanUserCacheProviderFactory.USER_INVALIDATION_EVENTS);
    }

    /** A commit that fails may have reached the database. */
    @Override
    protected void rollbackImpl() {
        commitImpl();
    }
}
