// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.kind.shared.mappers.MapperIds;
import io.keylift.bulkimport.kind.shared.mappers.MapperOwner;
import io.keylift.bulkimport.kind.shared.reference.KeycloakKeys;
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

/** Client ids, mapper ids and usernames of service accounts that already exist in the realm. */
final class TakenClientIds {

    private final Queries rows;
    private final String realmId;
    private final MapperIds mapperIds;
    private final Set<String> usernames = new HashSet<>();

    /** @param mode treatment of a record with an id that a mapper cannot have */
    TakenClientIds(EntityManager em, String realmId, IdMode mode) {
        rows = new Queries(em);
        this.realmId = realmId;
        mapperIds = new MapperIds(MapperOwner.CLIENT, mode);
    }

    /** Internal ids of the realm's clients by client id; clients that do not exist are missing. */
    Map<String, String> clients(Collection<String> clientIds) {
        Map<String, String> found = new HashMap<>();
        rows.select(KeycloakKeys.CLIENT_ID, realmId, clientIds)
                .forEach(row -> found.put((String) row[1], (String) row[0]));
        return found;
    }

    MapperIds mapperIds() {
        return mapperIds;
    }

    /** Looks up which ids and usernames of these records already exist. */
    void load(List<ClientWork> works) {
        List<String> serviceAccounts = new ArrayList<>();
        for (ClientWork work : works) {
            if (work.client.wantsServiceAccount()) {
                serviceAccounts.add(ClientRules.serviceAccount(work.client.getClientId()));
            }
        }
        mapperIds.load(
                rows,
                works.stream().map(work -> work.client.getProtocolMappers()).toList());
        rows.select(KeycloakKeys.USERNAME, realmId, serviceAccounts).forEach(row -> usernames.add((String) row[1]));
    }

    /**
     * Rejects a record if a mapper id or the username of its service account is already taken.
     *
     * @param serviceAccount username of the existing service account of the client; {@code null} if it has none
     */
    void check(ClientWork work, String serviceAccount) {
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
