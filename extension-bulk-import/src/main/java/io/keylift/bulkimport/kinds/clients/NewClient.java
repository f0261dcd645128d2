// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kind.spi.Violation;
import io.keylift.bulkimport.kinds.clients.draft.DraftClient.ScopeOfClient;
import java.util.Map;
import org.keycloak.authorization.jpa.entities.ResourceServerEntity;
import org.keycloak.models.jpa.entities.ClientEntity;
import org.keycloak.representations.idm.ClientRepresentation;

/**
 * A new client, as Keycloak creates it from a record.
 *
 * @param representation the record as Keycloak and the realm's client policies have completed it
 * @param entity the client with its attributes, protocol mappers and other rows of child tables
 * @param scopes client scopes by id
 * @param resourceServer authorization settings, or {@code null}
 */
record NewClient(
        ClientRepresentation representation,
        ClientEntity entity,
        Map<String, ScopeOfClient> scopes,
        ResourceServerEntity resourceServer,
        Violation fault) {

    static NewClient impossible(Violation fault) {
        return new NewClient(null, null, Map.of(), null, fault);
    }
}
