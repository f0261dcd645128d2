// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.infinispan.Cache;
import org.keycloak.connections.infinispan.InfinispanConnectionProvider;
import org.keycloak.loginfailures.jpa.JpaUserLoginFailureProvider;
import org.keycloak.models.UserLoginFailureProvider;
import org.keycloak.models.sessions.infinispan.InfinispanUserLoginFailureProvider;
import org.keycloak.models.sessions.infinispan.entities.LoginFailureKey;

/** Failed logins that Keycloak has stored: in its caches, or in a table, which is queried once for all users. */
public final class LoginFailures {

    private LoginFailures() {}

    /** The users who have stored failures. */
    public static Set<String> of(ImportContext context, Queries rows, Collection<String> ids) {
        UserLoginFailureProvider failures = context.session().loginFailures();
        if (failures instanceof JpaUserLoginFailureProvider) {
            return rows
                    .list(
                            "select f.userId from LoginFailureEntity f where f.realmId = :realm and f.userId in"
                                    + " (:values)",
                            String.class,
                            ids,
                            Map.of("realm", context.realm().getId()))
                    .stream()
                    .collect(Collectors.toSet());
        }
        if (failures instanceof InfinispanUserLoginFailureProvider) {
            return cached(context, ids);
        }
        return ids.stream()
                .filter(id -> failures.getUserLoginFailure(context.realm(), id) != null)
                .collect(Collectors.toSet());
    }

    /** Asks each node once. Keycloak's provider would ask the owner of each entry. */
    private static Set<String> cached(ImportContext context, Collection<String> ids) {
        String realmId = context.realm().getId();
        Set<LoginFailureKey> keys =
                ids.stream().map(id -> new LoginFailureKey(realmId, id)).collect(Collectors.toSet());
        Cache<LoginFailureKey, ?> cache = context.session()
                .getProvider(InfinispanConnectionProvider.class)
                .getCache(InfinispanConnectionProvider.LOGIN_FAILURE_CACHE_NAME);
        return cache.getAdvancedCache().getAll(keys).keySet().stream()
                .map(LoginFailureKey::userId)
                .collect(Collectors.toSet());
    }

    public static void forget(ImportContext context, Queries rows, Collection<String> ids) {
        UserLoginFailureProvider failures = context.session().loginFailures();
        if (failures instanceof JpaUserLoginFailureProvider) {
            rows.execute(
                    "delete from LoginFailureEntity f where f.realmId = :realm and f.userId in (:values)",
                    ids,
                    Map.of("realm", context.realm().getId()));
        } else {
            Collection<String> failing =
                    failures instanceof InfinispanUserLoginFailureProvider ? cached(context, ids) : ids;
            failing.forEach(id -> failures.removeUserLoginFailure(context.realm(), id));
        }
    }
}
