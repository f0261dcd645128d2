// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.keycloak.models.RealmModel;
import org.keycloak.models.cache.UserCache;
import org.keycloak.models.cache.infinispan.UserCacheSession;
import org.keycloak.storage.adapter.InMemoryUserAdapter;

/**
 * Invalidates entries of Keycloak's cache of users after the commit, on all nodes. Some keys are private to Keycloak,
 * so they are repeated here.
 *
 * <p>If listeners are notified of each record, Keycloak's own session of the cache does it, because they may look up
 * users by that session before the commit. Otherwise {@link UserInvalidations} does, in a fraction of the time.
 */
public final class CachedUsers {

    private final ImportContext context;
    private final RealmModel realm;

    /** {@code null} if the server runs without this cache. */
    private final UserCache cache;

    /** {@code null} if Keycloak's session invalidates the entries. */
    private final UserInvalidations later;

    private CachedUsers(ImportContext context) {
        this.context = context;
        realm = context.realm();
        cache = context.session().getProvider(UserCache.class);
        later = cache instanceof UserCacheSession session && context.events() != EventMode.RECORD
                ? UserInvalidations.of(context.session(), session)
                : null;
    }

    public static CachedUsers of(ImportContext context) {
        return new CachedUsers(context);
    }

    /**
     * The user has changed.
     *
     * @param email {@code null} if the user has none
     */
    public void changed(String id, String username, String email) {
        if (later != null) {
            later.changed(realm.getId(), id, username, email);
        } else {
            evict(id, username, email);
        }
    }

    private void evict(String id, String username, String email) {
        if (cache == null) {
            return;
        }
        InMemoryUserAdapter user = new InMemoryUserAdapter(context.session(), realm, id);
        user.setSingleAttribute("username", username);
        if (email != null) {
            user.setSingleAttribute("email", email);
        }
        cache.evict(realm, user);
    }

    /**
     * The user is removed.
     *
     * @param email {@code null} if the user has none
     * @param identities user ids at identity providers, by the aliases of these
     */
    public void removed(String id, String username, String email, Map<String, String> identities) {
        if (later != null) {
            later.removed(realm.getId(), id, username, email, identities);
        } else {
            evict(id, username, email);
            List<String> keys = new ArrayList<>(List.of(
                    consents(id), UserInvalidations.verifiableCredentials(id), UserInvalidations.identities(id)));
            identities.forEach((provider, user) -> keys.add(identity(provider, user)));
            keys.forEach(this::forget);
        }
        if (realm.isOrganizationsEnabled()) {
            forget(realm.getId() + ".org.member." + id + ".orgs");
        }
    }

    /** Key of the consents of a user. */
    public static String consents(String userId) {
        return UserInvalidations.consents(userId);
    }

    /** Key of the identities of a user. */
    public static String identities(String userId) {
        return UserInvalidations.identities(userId);
    }

    /** Key of the user who has an identity. */
    public String identity(String provider, String userId) {
        return UserInvalidations.identity(realm.getId(), provider, userId);
    }

    /** Any entry of the cache. */
    public void forget(String key) {
        if (later != null) {
            later.forget(key);
        } else if (cache instanceof UserCacheSession session) {
            session.registerInvalidation(key);
        }
    }
}
