// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kinds.clients.draft.DraftClient;
import io.keylift.bulkimport.kinds.clients.draft.DraftClient.ScopeOfClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.jpa.entities.ClientAttributeEntity;
import org.keycloak.models.jpa.entities.ClientEntity;
import org.keycloak.models.jpa.entities.ProtocolMapperEntity;

/**
 * A comparable snapshot of a client, by tables.
 *
 * @param row columns of the client's own row
 * @param mappers name, protocol, type and configuration by id
 * @param scopes whether a client scope is a default one, by its id
 */
record ClientState(
        List<Object> row,
        Map<String, String> attributes,
        Set<String> redirectUris,
        Set<String> webOrigins,
        Map<String, String> flowBindings,
        Map<String, Integer> nodes,
        Map<String, List<Object>> mappers,
        Map<String, Boolean> scopes) {

    static ClientState of(ClientColumns columns, DraftClient client) {
        ClientEntity entity = client.getEntity();
        Map<String, String> attributes = new HashMap<>();
        for (ClientAttributeEntity attribute : entity.getAttributes()) {
            attributes.put(attribute.getName(), attribute.getValue());
        }
        Map<String, List<Object>> mappers = new HashMap<>();
        entity.getProtocolMappers().forEach(mapper -> mappers.put(mapper.getId(), mapper(mapper)));
        Map<String, Boolean> scopes = new HashMap<>();
        for (Map.Entry<String, ScopeOfClient> scope : client.scopes().entrySet()) {
            scopes.put(scope.getKey(), scope.getValue().byDefault());
        }
        return new ClientState(
                columns.values(entity),
                attributes,
                new HashSet<>(entity.getRedirectUris()),
                new HashSet<>(entity.getWebOrigins()),
                new HashMap<>(entity.getAuthFlowBindings()),
                new HashMap<>(entity.getRegisteredNodes()),
                mappers,
                scopes);
    }

    private static List<Object> mapper(ProtocolMapperEntity mapper) {
        List<Object> values = new ArrayList<>(4);
        values.add(mapper.getName());
        values.add(mapper.getProtocol());
        values.add(mapper.getProtocolMapper());
        values.add(mapper.getConfig() == null ? Map.of() : new HashMap<>(mapper.getConfig()));
        return values;
    }
}
