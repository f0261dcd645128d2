// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import java.util.HashSet;
import java.util.Set;
import org.keycloak.models.AbstractKeycloakTransaction;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.cache.CacheRealmProvider;
import org.keycloak.models.cache.UserCache;

/**
 * Invalidates Keycloak's caches after rows of other objects were written. Rows can belong to any object, and to a
 * million users, so whole caches are cleared, and the cache of users for the realm.
 */
final class StaleCaches extends AbstractKeycloakTransaction {

    /** Tables with rows of users; those of the import and of capabilities are not cached. */
    private static final Set<String> OF_USERS = Set.of("CREDENTIAL", "FEDERATED_IDENTITY", "BROKER_LINK");

    private final KeycloakSession session;
    private final RealmModel realm;
    private final Set<String> tables = new HashSet<>();

    StaleCaches(KeycloakSession session, RealmModel realm) {
        this.session = session;
        this.realm = realm;
    }

    /** Notes that a row of this table was written, not only for new objects. */
    void written(String table) {
        tables.add(table);
    }

    /** Clears the caches after the commit. */
    void clear() {
        boolean users = tables.stream().anyMatch(StaleCaches::isOfUsers);
        // The cache of realms also counts the members of organizations.
        boolean others = tables.contains("USER_GROUP_MEMBERSHIP")
                || tables.stream().anyMatch(table -> !isOfUsers(table) && !table.startsWith("KEYLIFT_"));
        UserCache cache = session.getProvider(UserCache.class);
        if (cache != null && (users || others)) {
            cache.evict(realm);
        }
        if (others && session.getProvider(CacheRealmProvider.class) != null) {
            session.getTransactionManager().enlistAfterCompletion(this);
        }
    }

    private static boolean isOfUsers(String table) {
        return table.startsWith("USER_") || table.startsWith("FED") || OF_USERS.contains(table);
    }

    @Override
    protected void commitImpl() {
        session.getProvider(CacheRealmProvider.class).clear();
    }

    @Override
    protected void rollbackImpl() {
        // Nothing was written.
    }
}
