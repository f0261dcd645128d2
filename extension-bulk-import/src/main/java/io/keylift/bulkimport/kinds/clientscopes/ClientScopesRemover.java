// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clientscopes;

import io.keylift.bulkimport.kind.shared.removal.ObjectRemover;
import io.keylift.bulkimport.kind.shared.removal.Removal;
import io.keylift.bulkimport.kind.shared.removal.RemovalEvent;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.List;
import java.util.Map;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.jpa.entities.ClientScopeEntity;

/** Removes a chunk of client scopes. As Keycloak does, it leaves the realm at least one. */
final class ClientScopesRemover extends ObjectRemover<ClientScopeRecord> {

    private long left;

    ClientScopesRemover(ImportContext context) {
        super(context, ClientScopeEntity.class);
    }

    @Override
    protected void find(List<Removal<ClientScopeRecord>> removals) {
        Map<String, String> ids = ClientScopeKeys.ids(
                rows,
                context.realm().getId(),
                removals.stream().map(removal -> removal.record.getName()).toList());
        removals.forEach(removal -> removal.names(ids.get(removal.record.getName())));
        left = context.realm().getClientScopesStream().count();
    }

    @Override
    protected void check(Removal<ClientScopeRecord> removal) {
        if (left > 1) {
            left--;
        } else {
            removal.item.reject(
                    RejectCode.INVALID, "/name", "The client scope is the last one of the realm and cannot be removed");
        }
    }

    @Override
    protected RemovalEvent remove(Removal<ClientScopeRecord> removal) {
        context.realm().removeClientScope(removal.id());
        return new RemovalEvent(ResourceType.CLIENT_SCOPE, ClientScopeEvents.SCOPES + "/" + removal.id(), null);
    }
}
