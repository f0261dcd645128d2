// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import static org.keycloak.models.cache.infinispan.authorization.StoreFactoryCacheSession.getPolicyByResource;
import static org.keycloak.models.cache.infinispan.authorization.StoreFactoryCacheSession.getPolicyByResourceScope;
import static org.keycloak.models.cache.infinispan.authorization.StoreFactoryCacheSession.getPolicyByResourceType;

import io.keylift.bulkimport.kind.shared.removal.RemovedAuthorization.Ticket;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.authorization.jpa.entities.ResourceEntity;
import org.keycloak.models.cache.authorization.CachedStoreFactoryProvider;
import org.keycloak.models.cache.infinispan.authorization.StoreFactoryCacheSession;

/**
 * Registers which entries of Keycloak's cache of authorization data are invalidated after the commit. Must be called
 * before anything is removed.
 */
final class AuthorizationCaches {

    private static final String RESOURCE_TYPE = "defaultResourceType";

    private final ImportContext context;
    private final Queries rows;

    AuthorizationCaches(ImportContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
    }

    void invalidate(
            List<ResourceEntity> resources, Set<String> resourceIds, Set<Ticket> tickets, DoomedPolicies policies) {
        if (!(context.session().getProvider(CachedStoreFactoryProvider.class)
                instanceof StoreFactoryCacheSession cache)) {
            return;
        }
        invalidateResources(cache, resources, resourceIds);
        invalidatePolicies(cache, resourceIds, policies);
        for (Ticket ticket : tickets) {
            cache.registerPermissionTicketInvalidation(
                    ticket.id(),
                    ticket.owner(),
                    ticket.requester(),
                    ticket.resource(),
                    ticket.resourceName(),
                    ticket.scope(),
                    ticket.server());
        }
    }

    private void invalidateResources(StoreFactoryCacheSession cache, List<ResourceEntity> resources, Set<String> ids) {
        Map<String, Set<String>> uris =
                sets("select r.id, u from ResourceEntity r join r.uris u where r.id in (:values)", ids);
        Map<String, Set<String>> scopes =
                sets("select r.id, s.id from ResourceEntity r join r.scopes s where r.id in (:values)", ids);
        for (ResourceEntity resource : resources) {
            cache.registerResourceInvalidation(
                    resource.getId(),
                    resource.getName(),
                    resource.getType(),
                    uris.getOrDefault(resource.getId(), Set.of()),
                    scopes.getOrDefault(resource.getId(), Set.of()),
                    resource.getResourceServer(),
                    resource.getOwner());
        }
    }

    /**
     * A policy that stays only loses removed resources. Keycloak's own invalidation looks up each resource of a policy
     * for its type; this needs one query for all.
     */
    private void invalidatePolicies(StoreFactoryCacheSession cache, Set<String> resourceIds, DoomedPolicies policies) {
        Set<String> ids = policies.sharedKeys();
        Map<String, Set<String>> about =
                sets("select p.id, r.id from PolicyEntity p join p.resources r where p.id in (:values)", ids);
        about.forEach((policy, some) -> {
            if (!policies.isDoomed(policy)) {
                some.retainAll(resourceIds);
            }
        });
        Map<String, Set<String>> scopes =
                sets("select p.id, s.id from PolicyEntity p join p.scopes s where p.id in (:values)", ids);
        Map<String, Set<String>> types = sets(
                "select p.id, value(c) from PolicyEntity p join p.config c" + " where key(c) = '" + RESOURCE_TYPE
                        + "' and p.id in (:values)",
                ids);
        Map<String, Set<String>> typesOfResources = sets(
                "select r.id, r.type from ResourceEntity r where r.type is not null and r.id in (:values)",
                about.values().stream().flatMap(Set::stream).collect(Collectors.toSet()));
        Set<String> keys = new HashSet<>();
        for (Object[] policy : rows.select(
                "select p.id, p.name, p.resourceServer.id from PolicyEntity p where p.id in (:values)",
                ids,
                Map.of())) {
            String id = (String) policy[0];
            String server = (String) policy[2];
            Set<String> ofPolicy = scopes.getOrDefault(id, Set.of());
            cache.registerPolicyInvalidation(
                    id,
                    (String) policy[1],
                    Set.of(),
                    ofPolicy,
                    types.getOrDefault(id, Set.of()).stream().findFirst().orElse(null),
                    server);
            for (String resource : about.getOrDefault(id, Set.of())) {
                keys.add(getPolicyByResource(resource, server));
                ofPolicy.forEach(scope -> keys.add(getPolicyByResourceScope(scope, resource, server)));
                typesOfResources
                        .getOrDefault(resource, Set.of())
                        .forEach(type -> keys.add(getPolicyByResourceType(type, server)));
            }
        }
        // Except for a key of its own, this method invalidates exactly the given key.
        keys.forEach(cache::registerResourceServerInvalidation);
    }

    /** The scopes themselves; their policies are invalidated like all others. */
    void invalidateScopes(Collection<String> ids) {
        if (context.session().getProvider(CachedStoreFactoryProvider.class) instanceof StoreFactoryCacheSession cache) {
            rows.select(
                            "select s.id, s.name, s.resourceServer.id from ScopeEntity s where s.id in (:values)",
                            ids,
                            Map.of())
                    .forEach(scope ->
                            cache.registerScopeInvalidation((String) scope[0], (String) scope[1], (String) scope[2]));
        }
    }

    private Map<String, Set<String>> sets(String jpql, Collection<String> values) {
        Map<String, Set<String>> sets = new HashMap<>();
        rows.select(jpql, values, Map.of())
                .forEach(row -> sets.computeIfAbsent((String) row[0], id -> new HashSet<>())
                        .add((String) row[1]));
        return sets;
    }
}
