// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keylift.bulkimport.kind.shared.mappers.MapperSettings;
import java.util.List;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;
import org.keycloak.util.JsonSerialization;

/** A line of the input: Keycloak's own representation of a client. */
public class ClientRecord extends ClientRepresentation {

    /** Unlike Keycloak's own mapper, it keeps names without a value: they remove what is stored. */
    private static final ObjectMapper COPIES = JsonSerialization.mapper
            .copy()
            .setDefaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS));

    @Override
    public void setProtocolMappers(List<ProtocolMapperRepresentation> mappers) {
        super.setProtocolMappers(MapperSettings.complete(mappers));
    }

    /** A copy for Keycloak's code, which writes into the representation that it works with. */
    ClientRepresentation copy() {
        return COPIES.convertValue(this, ClientRepresentation.class);
    }

    /** Returns a copy with other ids; {@code null} for an id to generate. */
    ClientRecord withIds(String id, List<ProtocolMapperRepresentation> mappers) {
        ClientRecord record = COPIES.convertValue(this, ClientRecord.class);
        record.setId(id);
        record.setProtocolMappers(mappers);
        return record;
    }

    /** Whether the record asks for a client with a service account. */
    boolean wantsServiceAccount() {
        return Boolean.TRUE.equals(isServiceAccountsEnabled());
    }

    boolean wantsAuthorization() {
        return Boolean.TRUE.equals(getAuthorizationServicesEnabled());
    }
}
