// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import static org.keycloak.models.cache.infinispan.authorization.StoreFactoryCacheSession.getPolicyByResource;
import static org.keycloak.models.cache.infinispan.authorization.StoreFactoryCacheSession.getPolicyByResourceScope;
import static org.keycloak.models.cache.infinispan.authorization.StoreFactoryCacheSession.getPolicyByResourceType;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.cache.authorization.CachedStoreFactoryProvider;
import org.keycloak.models.cache.infinispan.authorization.StoreFactoryCacheSession;

/**
 * Registers which entries of Keycloak's cache of authorization data are invalidated after the commit, on all nodes:
 * policies, and searches by name, and by the former and new resources, types and scopes of a policy. Keycloak's own
 * invalidation looks up each resource of a policy for its type; this needs one query for all.
 */
final class PolicyCaches {

    private static final String TYPE = "defaultResourceType";

    private final Map<String, String> types = new HashMap<>();
    private final Set<String> keys = new HashSet<>();

    private PolicyCaches() {}

    static void invalidate(ImportContext context, Queries rows, List<? extends PolicyWork<?>> works) {
        if (context.session().getProvider(CachedStoreFactoryProvider.class) instanceof StoreFactoryCacheSession cache) {
            new PolicyCaches().invalidate(cache, rows, works);
        }
    }

    private void invalidate(StoreFactoryCacheSession cache, Queries rows, List<? extends PolicyWork<?>> works) {
        Set<String> all = new HashSet<>();
        works.forEach(work -> all.addAll(union(work.stored().get(PolicyTable.RESOURCES), work.resources)));
        rows.select(
                        "select r.id, r.type from ResourceEntity r where r.type is not null and r.id in (:values)",
                        all,
                        Map.of())
                .forEach(row -> types.put((String) row[0], (String) row[1]));
        for (PolicyWork<?> work : works) {
            Set<String> scopes = union(work.stored().get(PolicyTable.SCOPES), work.scopes);
            cache.registerPolicyInvalidation(
                    work.id, work.record.getName(), Set.of(), scopes, work.config.get(TYPE), work.server);
            collect(work, scopes);
        }
        // Except for a key of its own, this method invalidates exactly the given key.
        keys.forEach(cache::registerResourceServerInvalidation);
    }

    private void collect(PolicyWork<?> work, Set<String> scopes) {
        if (work.stored().get(PolicyTable.CONFIG).get(TYPE) != null) {
            keys.add(getPolicyByResourceType(
                    work.stored().get(PolicyTable.CONFIG).get(TYPE), work.server));
        }
        for (String resource : union(work.stored().get(PolicyTable.RESOURCES), work.resources)) {
            keys.add(getPolicyByResource(resource, work.server));
            scopes.forEach(scope -> keys.add(getPolicyByResourceScope(scope, resource, work.server)));
            if (types.containsKey(resource)) {
                keys.add(getPolicyByResourceType(types.get(resource), work.server));
            }
        }
    }

    private static Set<String> union(Set<String> before, Set<String> after) {
        Set<String> union = new HashSet<>(before);
        union.addAll(after);
        return union;
    }
}
