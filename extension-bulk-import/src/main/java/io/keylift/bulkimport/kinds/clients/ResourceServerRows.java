// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kind.shared.removal.ResourceServerDeletion;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.authorization.jpa.entities.ResourceServerEntity;
import org.keycloak.models.Constants;
import org.keycloak.models.jpa.entities.ClientEntity;
import org.keycloak.models.jpa.entities.UserEntity;

/** Writes the rows of the clients' authorization, as Keycloak does when it is enabled, changed or disabled. */
final class ResourceServerRows {

    private final EntityManager em;
    private final Queries rows;
    private final ServiceAccounts serviceAccounts;
    private final List<ResourceServerEntity> added = new ArrayList<>();
    private final Map<String, UserEntity> usersOfExisting = new HashMap<>();
    private final List<String> removed = new ArrayList<>();

    ResourceServerRows(ImportContext context, ServiceAccounts serviceAccounts) {
        em = context.entityManager();
        rows = new Queries(em);
        this.serviceAccounts = serviceAccounts;
    }

    void addToNew(ResourceServerEntity server, ClientEntity client, UserEntity user) {
        added.add(server);
        serviceAccounts.grant(client.getId(), user, serviceAccounts.addProtection(client.getId()));
    }

    /** @param newUser the client's service account if it is new, otherwise {@code null} */
    void change(ClientChange change, UserEntity newUser) {
        StoredClient client = change.stored;
        if (change.addedServer != null) {
            added.add(change.addedServer);
            usersOfExisting.put(
                    client.id(), newUser == null ? em.getReference(UserEntity.class, client.userId) : newUser);
        }
        if (change.removesServer) {
            removed.add(client.id());
            em.detach(client.resourceServer);
        }
        if (change.changesServer) {
            AuthorizationSettings.apply(change.representation.getAuthorizationSettings(), client.resourceServer);
        }
    }

    /** Writes table by table. Must be called before the service accounts are written. */
    void write() {
        ResourceServerDeletion.delete(rows, removed);
        protectExisting();
        BulkInsert.insert(em, added);
    }

    /**
     * Grants the role of the protection API. A client that had authorization before may still have the role, and its
     * user may still have it granted.
     */
    private void protectExisting() {
        Map<String, String> roles = new HashMap<>();
        rows.select(
                        "select r.clientId, r.id from RoleEntity r"
                                + " where r.name = :name and r.clientRealmConstraint in (:values)",
                        usersOfExisting.keySet(),
                        Map.of("name", Constants.AUTHZ_UMA_PROTECTION))
                .forEach(row -> roles.put((String) row[0], (String) row[1]));
        Set<List<String>> granted = granted(roles);
        usersOfExisting.forEach((client, user) -> {
            String role = roles.containsKey(client) ? roles.get(client) : serviceAccounts.addProtection(client);
            if (!granted.contains(List.of(user.getId(), role))) {
                serviceAccounts.grant(client, user, role);
            }
        });
    }

    private Set<List<String>> granted(Map<String, String> roles) {
        Set<List<String>> granted = new HashSet<>();
        rows.select(
                        "select m.user.id, m.roleId from UserRoleMappingEntity m where m.user.id in (:values)",
                        roles.keySet().stream()
                                .map(client -> usersOfExisting.get(client).getId())
                                .toList(),
                        Map.of())
                .forEach(row -> granted.add(List.of((String) row[0], (String) row[1])));
        return granted;
    }
}
