// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.jpa.entities.UserConsentClientScopeEntity;
import org.keycloak.representations.idm.UserConsentRepresentation;

/**
 * Reads the consents of users. Keycloak's {@code GET /users/{id}/consents} requires the permission to view the user; a
 * consent also shows a client, which the caller must be allowed to view.
 */
final class ConsentReader {

    private final ExportContext context;
    private final Queries rows;
    private final ViewRights rights;
    private final Map<String, TreeMap<String, UserConsentRepresentation>> consents = new HashMap<>();

    ConsentReader(ExportContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
        rights = ViewRights.of(context);
    }

    /** @param rowsOfUsers rows of {@link UserTables#CONSENTS} */
    ConsentReader read(List<Object[]> rowsOfUsers) {
        List<Object[]> found =
                rowsOfUsers.stream().filter(row -> row[2] != null).toList();
        Map<String, KnownClient> clients = clients(found);
        Map<String, UserConsentRepresentation> byId = new LinkedHashMap<>();
        for (Object[] row : found) {
            KnownClient client = clients.get((String) row[2]);
            if (client == null) {
                continue; // removed meanwhile
            }
            UserConsentRepresentation consent = new UserConsent();
            consent.setClientId(client.clientId());
            consent.setGrantedClientScopes(new ArrayList<>());
            consent.setCreatedDate((Long) row[3]);
            consent.setLastUpdatedDate((Long) row[4]);
            byId.put((String) row[1], consent);
            consents.computeIfAbsent((String) row[0], user -> new TreeMap<>()).put(client.clientId(), consent);
        }
        readScopes(byId, clients);
        return this;
    }

    private Map<String, KnownClient> clients(List<Object[]> found) {
        Set<String> ids = new HashSet<>();
        found.forEach(row -> ids.add((String) row[2]));
        Map<String, KnownClient> clients = new HashMap<>();
        rows.select("select c.id, c.clientId from ClientEntity c where c.id in (:values)", ids, Map.of())
                .forEach(row -> clients.put((String) row[0], new KnownClient((String) row[0], (String) row[1])));
        return clients;
    }

    private void readScopes(Map<String, UserConsentRepresentation> byId, Map<String, KnownClient> clients) {
        List<Object[]> found = rows.select(
                "select s.userConsent.id, s.scopeId, s.parameter from UserConsentClientScopeEntity s"
                        + " where s.userConsent.id in (:values)",
                byId.keySet(),
                Map.of());
        Set<String> ids = new HashSet<>();
        found.forEach(row -> ids.add((String) row[1]));
        Map<String, String> names = new HashMap<>();
        clients.forEach((id, client) -> names.put(id, client.clientId()));
        rows.select("select s.id, s.name from ClientScopeEntity s where s.id in (:values)", ids, Map.of())
                .forEach(row -> names.put((String) row[0], (String) row[1]));
        for (Object[] row : found) {
            String name = names.get((String) row[1]);
            if (name != null) {
                boolean plain = UserConsentClientScopeEntity.NOT_AVAILABLE_PARAM.equals(row[2]);
                byId.get((String) row[0])
                        .getGrantedClientScopes()
                        .add(plain ? name : name + ClientScopeModel.VALUE_SEPARATOR + row[2]);
            }
        }
        byId.values().forEach(consent -> consent.getGrantedClientScopes().sort(null));
    }

    /**
     * Consents in the order of the client ids; {@code null} if the caller may not view all clients, even if the user
     * has no consents.
     */
    List<UserConsentRepresentation> of(String user) {
        if (!rights.mayViewAllClients(context)) {
            context.hidden(user, "clientConsents");
            return null;
        }
        return new ArrayList<>(consents.getOrDefault(user, new TreeMap<>()).values());
    }
}
