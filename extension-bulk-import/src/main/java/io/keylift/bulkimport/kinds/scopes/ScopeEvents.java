// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.scopes;

import io.keylift.bulkimport.kind.shared.removal.RemovalEvent;
import io.keylift.bulkimport.kind.spi.ImportContext;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.representations.idm.authorization.ScopeRepresentation;

/** Fires the admin events of Keycloak's Admin API for each scope, if the import has events for each record. */
final class ScopeEvents {

    private ScopeEvents() {}

    static void fire(ImportContext context, ScopeWork work) {
        context.adminEvent()
                .resource(ResourceType.AUTHORIZATION_SCOPE)
                .operation(work.isNew() ? OperationType.CREATE : OperationType.UPDATE)
                .resourcePath("clients", work.server, "authz/resource-server/scope", work.id)
                .representation(work.record.toRepresentation(work.id))
                .success();
    }

    /** @param scope representation of the scope in Keycloak's event */
    static RemovalEvent removed(String server, ScopeRepresentation scope) {
        return new RemovalEvent(
                ResourceType.AUTHORIZATION_SCOPE,
                "clients/" + server + "/authz/resource-server/scope/" + scope.getId(),
                scope);
    }
}
