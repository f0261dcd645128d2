// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.authorization.jpa.entities.ResourceEntity;
import org.keycloak.models.RealmModel;

/**
 * Removes the data of Keycloak's Authorization Services about users: their resources, their access requests and grants,
 * their entries in fine-grained admin permissions, and policies that apply to nothing else.
 */
final class RemovedAuthorization {

    private static final String TICKETS =
            "select t.id, t.owner, t.requester, t.resource.id, r.name, t.scope.id, t.resourceServer.id, t.policy.id"
                    + " from PermissionTicketEntity t join t.resource r where ";

    private final ImportContext context;
    private final Queries rows;

    RemovedAuthorization(ImportContext context, Queries rows) {
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

    void remove(List<String> users) {
        List<ResourceEntity> owned = rows.list(
                "select r from ResourceEntity r where r.owner in (:values)", ResourceEntity.class, users, Map.of());
        List<ResourceEntity> watched = watched(users);
        List<ResourceEntity> resources = new ArrayList<>(owned);
        resources.addAll(watched);
        Set<String> resourceIds = ids(resources);
        Set<Ticket> tickets = tickets(users, resourceIds);
        if (resources.isEmpty() && tickets.isEmpty()) {
            return;
        }
        DoomedPolicies policies = new DoomedPolicies(rows);
        policies.collect(tickets, ids(owned), ids(watched));
        new AuthorizationCaches(context, rows).invalidate(resources, resourceIds, tickets, policies);
        rows.execute(
                "delete from PermissionTicketEntity t where t.id in (:values)",
                tickets.stream().map(Ticket::id).toList());
        policies.delete(resourceIds);
        rows.execute("delete from ResourceAttributeEntity a where a.resource.id in (:values)", resourceIds);
        rows.deleteFrom("RESOURCE_URIS", "RESOURCE_ID", resourceIds);
        rows.deleteFrom("RESOURCE_SCOPE", "RESOURCE_ID", resourceIds);
        rows.execute("delete from ResourceEntity r where r.id in (:values)", resourceIds);
    }

    private static Set<String> ids(List<ResourceEntity> resources) {
        return resources.stream().map(ResourceEntity::getId).collect(Collectors.toSet());
    }

    /** Admin permissions have a resource for each user, named by the user's id. */
    private List<ResourceEntity> watched(List<String> users) {
        RealmModel realm = context.realm();
        if (AdminPermissionsSchema.SCHEMA.isAdminPermissionsEnabled(realm)
                && realm.getAdminPermissionsClient() != null) {
            return rows.list(
                    "select r from ResourceEntity r where r.name in (:values) and r.owner = :server"
                            + " and r.resourceServer = :server",
                    ResourceEntity.class,
                    users,
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
