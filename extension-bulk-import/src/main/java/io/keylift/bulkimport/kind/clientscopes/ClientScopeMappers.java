// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clientscopes;

import io.keylift.bulkimport.rows.Ids;
import java.util.HashMap;
import java.util.Map;
import org.keycloak.models.jpa.entities.ClientScopeEntity;
import org.keycloak.models.jpa.entities.ProtocolMapperEntity;
import org.keycloak.models.utils.RepresentationToModel;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;

/** Protocol mappers of a client scope as Keycloak stores them. */
final class ClientScopeMappers {

    private ClientScopeMappers() {}

    /** Empty values are not stored. */
    static ProtocolMapperEntity entity(ProtocolMapperRepresentation given, ClientScopeEntity scope) {
        ProtocolMapperEntity mapper = new ProtocolMapperEntity();
        mapper.setId(given.getId() == null ? Ids.next() : given.getId());
        mapper.setName(given.getName());
        mapper.setProtocol(given.getProtocol());
        mapper.setProtocolMapper(given.getProtocolMapper());
        Map<String, String> config = RepresentationToModel.removeEmptyString(given.getConfig());
        mapper.setConfig(config == null ? new HashMap<>() : config);
        mapper.setClientScope(scope);
        return mapper;
    }

    /** The representation of a mapper in an event. */
    static ProtocolMapperRepresentation representation(ProtocolMapperEntity mapper) {
        ProtocolMapperRepresentation representation = new ProtocolMapperRepresentation();
        representation.setId(mapper.getId());
        representation.setName(mapper.getName());
        representation.setProtocol(mapper.getProtocol());
        representation.setProtocolMapper(mapper.getProtocolMapper());
        representation.setConfig(mapper.getConfig());
        return representation;
    }
}
