// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clientscopes;

import io.keylift.bulkimport.kind.shared.table.EntityWork;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.List;
import java.util.Map;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.jpa.entities.ClientScopeEntity;
import org.keycloak.representations.idm.ClientScopeRepresentation;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;

/** A client scope in one attempt to write its chunk. */
final class ClientScopeWork extends EntityWork<ClientScopeEntity, ClientScopeRecord> {

    /** The record after the protocol has completed it, with the ids of new protocol mappers. */
    final ClientScopeRepresentation representation;

    ClientScopeWork(Item<ClientScopeRecord> item) {
        super(item);
        representation = record.toRepresentation();
    }

    void settle(List<ProtocolMapperRepresentation> settled) {
        representation.setId(record.getId() == null ? null : id);
        representation.setProtocolMappers(settled);
    }

    /** Protocol of the scope after the write. */
    String protocol() {
        return isNew() || record.getProtocol() != null
                ? record.getProtocol()
                : stored().row().getProtocol();
    }

    /** Assignment to new clients before the write. */
    Assignment formerAssignment() {
        return stored().get(ClientScopeTable.ASSIGNMENT);
    }

    /** Assignment to new clients after the write. */
    Assignment assignment() {
        return record.getAssignment() == null ? formerAssignment() : record.getAssignment();
    }

    boolean changesAssignment() {
        return assignment() != formerAssignment();
    }

    /** Whether the scope is parameterized after the write. */
    boolean isParameterized() {
        return record.isParameterized() || !isNew() && isParameterized(plan().after(ClientScopeTable.ATTRIBUTES));
    }

    boolean becomesParameterized() {
        return record.isParameterized() && !isNew() && !isParameterized(stored().get(ClientScopeTable.ATTRIBUTES));
    }

    private static boolean isParameterized(Map<String, List<String>> attributes) {
        List<String> values = attributes.get(ClientScopeModel.IS_PARAMETERIZED_SCOPE);
        return values != null && Boolean.parseBoolean(values.get(0));
    }
}
