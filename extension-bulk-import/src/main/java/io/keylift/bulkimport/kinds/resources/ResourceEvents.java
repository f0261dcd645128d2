// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.resources;

import io.keylift.bulkimport.kind.shared.removal.RemovalEvent;
import io.keylift.bulkimport.kind.spi.ImportContext;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;

/** Fires the admin events of Keycloak's Admin API for each resource, if the import has events for each record. */
final class ResourceEvents {

    private ResourceEvents() {}

    static void fire(ImportContext context, ResourceWork work) {
        context.adminEvent()
                .resource(ResourceType.AUTHORIZATION_RESOURCE)
                .operation(work.isNew() ? OperationType.CREATE : OperationType.UPDATE)
                .resourcePath("clients", work.server, "authz/resource-server/resource", work.id)
                .representation(work.record.toRepresentation(work.id))
                .success();
    }

    /** @param resource representation of the resource in Keycloak's event */
    static RemovalEvent removed(String server, ResourceRepresentation resource) {
        return new RemovalEvent(
                ResourceType.AUTHORIZATION_RESOURCE,
                "clients/" + server + "/authz/resource-server/resource/" + resource.getId(),
                resource);
    }
}
