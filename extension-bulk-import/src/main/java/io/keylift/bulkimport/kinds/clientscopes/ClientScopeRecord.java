// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clientscopes;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.keylift.bulkimport.kind.shared.mappers.MapperSettings;
import java.util.HashMap;
import java.util.List;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.representations.idm.ClientScopeRepresentation;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;

/**
 * A line of the input: Keycloak's own representation of a client scope, and whether new clients get it. The
 * representation ignores unknown fields; a record with one is rejected, as for all kinds.
 */
@JsonIgnoreProperties(ignoreUnknown = false)
public class ClientScopeRecord extends ClientScopeRepresentation {

    private Assignment assignment;

    /** {@code null} if the record does not give it. */
    public Assignment getAssignment() {
        return assignment;
    }

    public void setAssignment(Assignment assignment) {
        this.assignment = assignment;
    }

    @Override
    public void setProtocolMappers(List<ProtocolMapperRepresentation> mappers) {
        super.setProtocolMappers(MapperSettings.complete(mappers));
    }

    /** A copy for Keycloak's code, which completes the attributes of the representation that it works with. */
    ClientScopeRepresentation toRepresentation() {
        ClientScopeRepresentation representation = new ClientScopeRepresentation();
        representation.setId(getId());
        representation.setName(getName());
        representation.setDescription(getDescription());
        representation.setProtocol(getProtocol());
        representation.setAttributes(getAttributes() == null ? null : new HashMap<>(getAttributes()));
        representation.setProtocolMappers(getProtocolMappers());
        return representation;
    }

    /** Whether the record makes the scope parameterized. */
    boolean isParameterized() {
        return getAttributes() != null
                && Boolean.parseBoolean(getAttributes().get(ClientScopeModel.IS_PARAMETERIZED_SCOPE));
    }
}
