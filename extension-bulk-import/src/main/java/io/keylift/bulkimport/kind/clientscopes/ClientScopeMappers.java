// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clientscopes;

import io.keylift.bulkimport.rows.Ids;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.models.jpa.entities.ClientScopeEntity;
import org.keycloak.models.jpa.entities.ProtocolMapperEntity;
import org.keycloak.models.utils.RepresentationToModel;
import org.keycloak.protocol.oidc.mappers.OIDCAttributeMapperHelper;
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

    /** In a new scope, a claim for ID tokens without a setting for userinfo applies to both. */
    static List<ProtocolMapperEntity> ofNew(List<ProtocolMapperRepresentation> given, ClientScopeEntity scope) {
        List<ProtocolMapperEntity> mappers =
                given.stream().map(mapper -> entity(mapper, scope)).toList();
        for (ProtocolMapperEntity mapper : mappers) {
            Map<String, String> config = mapper.getConfig();
            String idToken = config.get(OIDCAttributeMapperHelper.INCLUDE_IN_ID_TOKEN);
            if (idToken != null) {
                config.putIfAbsent(OIDCAttributeMapperHelper.INCLUDE_IN_USERINFO, idToken);
            }
        }
        return mappers;
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
