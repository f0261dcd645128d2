// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.authorization.jpa.entities.ResourceEntity;
import org.keycloak.models.RealmModel;

/**
 * Removes the data of Keycloak's Authorization Services about removed objects: their entries in fine-grained admin
 * permissions; of users also their resources, their access requests and grants; and policies that apply to nothing
 * else.
 */
public final class RemovedAuthorization {

    private static final String TICKETS =
            "select t.id, t.owner, t.requester, t.resource.id, r.name, t.scope.id, t.resourceServer.id, t.policy.id"
                    + " from PermissionTicketEntity t join t.resource r where ";

    private final ImportContext context;
    private final Queries rows;

    public RemovedAuthorization(ImportContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
    }

    /** A request for access to a resource, or a grant; {@code scope} and {@code policy} may be {@code null}. */
    record Ticket(
            String id,
            String owner,
            String requester,
            String resource,
            String resourceName,
            String scope,
            String server,
            String policy) {

        static Ticket of(Object[] row) {
            return new Ticket(
                    (String) row[0],
                    (String) row[1],
                    (String) row[2],
                    (String) row[3],
                    (String) row[4],
                    (String) row[5],
                    (String) row[6],
                    (String) row[7]);
        }
    }

    void removeOfUsers(List<String> users) {
        List<ResourceEntity> owned = rows.list(
                "select r from ResourceEntity r where r.owner in (:values)", ResourceEntity.class, users, Map.of());
        remove(owned, watched(users), users);
    }

    /** Removes the entries of groups, roles or organizations in fine-grained admin permissions. */
    public void removeOf(Collection<String> objects) {
        remove(List.of(), watched(objects), List.of());
    }

    /** Removes resources of clients, except of the client that has the admin permissions. */
    public void removeResources(Collection<String> ids) {
        remove(
                List.of(),
                rows.list(
                        "select r from ResourceEntity r where r.id in (:values)", ResourceEntity.class, ids, Map.of()),
                List.of());
    }

    /** Removes scopes that no resource has. */
    public void removeScopes(Set<String> ids) {
        Set<Ticket> tickets = new HashSet<>();
        select(tickets, "t.scope.id in (:values)", List.copyOf(ids));
        DoomedPolicies policies = new DoomedPolicies(rows);
        policies.collectOfScopes(tickets, ids);
        AuthorizationCaches caches = new AuthorizationCaches(context, rows);
        caches.invalidate(List.of(), Set.of(), tickets, policies);
        caches.invalidateScopes(ids);
        delete(tickets);
        rows.deleteFrom("SCOPE_POLICY", "SCOPE_ID", ids);
        policies.delete(Set.of());
        rows.execute("delete from ScopeEntity s where s.id in (:values)", ids);
    }

    /** Removes policies that no others apply. */
    public void removePolicies(Set<String> ids) {
        removePolicies(ids, Set.of());
    }

    /** @param changed policies that stay, with other settings */
    void removePolicies(Set<String> ids, Set<String> changed) {
        DoomedPolicies policies = new DoomedPolicies(rows);
        policies.keepChanged(changed);
        policies.doom(ids);
        new AuthorizationCaches(context, rows).invalidate(List.of(), Set.of(), Set.of(), policies);
        policies.delete(Set.of());
    }

    private void delete(Set<Ticket> tickets) {
        rows.execute(
                "delete from PermissionTicketEntity t where t.id in (:values)",
                tickets.stream().map(Ticket::id).toList());
    }

    /** @param others resources whose permissions Keycloak removes only if they are about nothing else */
    private void remove(List<ResourceEntity> owned, List<ResourceEntity> others, List<String> users) {
        List<ResourceEntity> resources = new ArrayList<>(owned);
        resources.addAll(others);
        Set<String> resourceIds = ids(resources);
        Set<Ticket> tickets = tickets(users, resourceIds);
        if (resources.isEmpty() && tickets.isEmpty()) {
            return;
        }
        DoomedPolicies policies = new DoomedPolicies(rows);
        policies.collect(tickets, ids(owned), ids(others));
        new AuthorizationCaches(context, rows).invalidate(resources, resourceIds, tickets, policies);
        delete(tickets);
        policies.delete(resourceIds);
        rows.execute("delete from ResourceAttributeEntity a where a.resource.id in (:values)", resourceIds);
        rows.deleteFrom("RESOURCE_URIS", "RESOURCE_ID", resourceIds);
        rows.deleteFrom("RESOURCE_SCOPE", "RESOURCE_ID", resourceIds);
        rows.execute("delete from ResourceEntity r where r.id in (:values)", resourceIds);
    }

    private static Set<String> ids(List<ResourceEntity> resources) {
        return resources.stream().map(ResourceEntity::getId).collect(Collectors.toSet());
    }

    /** Admin permissions have a resource for each object that they name, which has the object's id as its name. */
    private List<ResourceEntity> watched(Collection<String> objects) {
        RealmModel realm = context.realm();
        if (AdminPermissionsSchema.SCHEMA.isAdminPermissionsEnabled(realm)
                && realm.getAdminPermissionsClient() != null) {
            return rows.list(
                    "select r from ResourceEntity r where r.name in (:values) and r.owner = :server"
                            + " and r.resourceServer = :server",
                    ResourceEntity.class,
                    objects,
                    Map.of("server", realm.getAdminPermissionsClient().getId()));
        }
        return List.of();
    }

    private Set<Ticket> tickets(List<String> users, Set<String> resources) {
        Set<Ticket> tickets = new HashSet<>();
        select(tickets, "t.owner in (:values)", List.copyOf(users));
        select(tickets, "t.requester in (:values)", List.copyOf(users));
        select(tickets, "t.resource.id in (:values)", List.copyOf(resources));
        return tickets;
    }

    private void select(Set<Ticket> tickets, String condition, List<String> values) {
        rows.select(TICKETS + condition, values, Map.of()).forEach(row -> tickets.add(Ticket.of(row)));
    }
}
