// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clients;

import io.keylift.bulkimport.kind.mappers.MapperIds;
import io.keylift.bulkimport.kind.mappers.MapperOwner;
import io.keylift.bulkimport.kind.reference.KeycloakKeys;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Names and ids of a chunk that are already taken. */
final class TakenClientIds {

    private final Queries rows;
    private final String realmId;
    private final Map<String, String> clients = new HashMap<>();
    private final Set<String> clientIds = new HashSet<>();
    private final MapperIds mapperIds = new MapperIds(MapperOwner.CLIENT);
    private final Set<String> usernames = new HashSet<>();

    TakenClientIds(EntityManager em, String realmId) {
        rows = new Queries(em);
        this.realmId = realmId;
    }

    /** Internal ids of the realm's clients by client id; clients that do not exist are missing. */
    Map<String, String> clients(Collection<String> clientIds) {
        Map<String, String> found = new HashMap<>();
        rows.select(KeycloakKeys.CLIENT_ID, realmId, clientIds)
                .forEach(row -> found.put((String) row[1], (String) row[0]));
        return found;
    }

    void load(List<ClientWork> works) {
        List<String> given = new ArrayList<>();
        List<String> serviceAccounts = new ArrayList<>();
        for (ClientWork work : works) {
            if (work.client.getId() != null) {
                given.add(work.client.getId());
            }
            if (work.client.wantsServiceAccount()) {
                serviceAccounts.add(ClientRules.serviceAccount(work.client.getClientId()));
            }
        }
        clients.putAll(
                clients(works.stream().map(work -> work.client.getClientId()).toList()));
        clientIds.addAll(
                rows.list("select c.id from ClientEntity c where c.id in (:values)", String.class, given, Map.of()));
        mapperIds.load(
                rows,
                works.stream().map(work -> work.client.getProtocolMappers()).toList());
        rows.select(KeycloakKeys.USERNAME, realmId, serviceAccounts).forEach(row -> usernames.add((String) row[1]));
    }

    /** Internal id of the client with this client id, or {@code null}. */
    String client(String clientId) {
        return clients.get(clientId);
    }

    /** Rejects a new client with a value that is already taken. */
    void checkNew(ClientWork work) {
        if (clientIds.contains(work.client.getId())) {
            work.item.reject(RejectCode.CONFLICT, "/id", "Another client has this id");
        }
        mapperIds.check(work.item, work.client.getProtocolMappers(), work.existingId);
        checkServiceAccount(work, null);
    }

    /** Rejects a change of an existing client with a value that another client or user has. */
    void checkChange(ClientWork work, String serviceAccount) {
        if (work.client.getId() != null && !work.client.getId().equals(work.existingId)) {
            work.item.reject(RejectCode.CONFLICT, "/id", "The client with this client id has another id");
        }
        mapperIds.check(work.item, work.client.getProtocolMappers(), work.existingId);
        checkServiceAccount(work, serviceAccount);
    }

    private void checkServiceAccount(ClientWork work, String present) {
        if (work.client.wantsServiceAccount() && present == null) {
            if (usernames.contains(ClientRules.serviceAccount(work.client.getClientId()))) {
                work.item.reject(
                        RejectCode.CONFLICT,
                        "/clientId",
                        "A user already has the username of the client's service account");
            }
        }
    }
}
