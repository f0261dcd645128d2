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
import java.util.Set;
import java.util.stream.Collectors;
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
        left = rows.count(
                "select count(s) from ClientScopeEntity s where s.realmId = :realm",
                Map.of("realm", context.realm().getId()));
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
    protected List<Removal<ClientScopeRecord>> removeTogether(List<Removal<ClientScopeRecord>> removals) {
        ClientScopeDeletion deletion = new ClientScopeDeletion(context, rows);
        Set<String> ids = removals.stream().map(Removal::id).collect(Collectors.toSet());
        Set<String> unsuited = deletion.unsuited(ids);
        ids.removeAll(unsuited);
        deletion.delete(ids);
        return removals.stream()
                .filter(removal -> unsuited.contains(removal.id()))
                .toList();
    }

    @Override
    protected RemovalEvent remove(Removal<ClientScopeRecord> removal) {
        context.realm().removeClientScope(removal.id());
        return new RemovalEvent(ResourceType.CLIENT_SCOPE, ClientScopeEvents.SCOPES + "/" + removal.id(), null);
    }
}
