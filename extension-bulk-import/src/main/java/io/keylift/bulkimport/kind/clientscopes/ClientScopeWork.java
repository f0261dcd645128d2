// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clientscopes;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWork;
import java.util.List;
import org.keycloak.representations.idm.ClientScopeRepresentation;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;

/** A client scope in one attempt to write its chunk. */
final class ClientScopeWork extends KeyedWork<ClientScopeRecord> {

    /** The record as the protocol has completed it. */
    final ClientScopeRepresentation representation;

    /** The protocol mappers of the record with the ids that new ones get; {@code null} if it gives none. */
    List<ProtocolMapperRepresentation> mappers;

    /** The change of an existing client scope; {@code null} if it is new or not changed. */
    ClientScopeChange change;

    ClientScopeWork(Item<ClientScopeRecord> item) {
        super(item);
        representation = record.toRepresentation();
        mappers = record.getProtocolMappers();
    }

    @Override
    public boolean isChange() {
        return change != null && change.isChange();
    }

    void settle(List<ProtocolMapperRepresentation> settled) {
        mappers = settled;
        representation.setId(record.getId() == null ? null : id);
        representation.setProtocolMappers(settled);
    }

    /** How new clients get the scope after the write. */
    Assignment assignment() {
        if (record.getAssignment() != null) {
            return record.getAssignment();
        }
        return change == null ? Assignment.NONE : change.stored.assignment();
    }

    boolean changesAssignment() {
        return assignment() != (change == null ? Assignment.NONE : change.stored.assignment());
    }
}
