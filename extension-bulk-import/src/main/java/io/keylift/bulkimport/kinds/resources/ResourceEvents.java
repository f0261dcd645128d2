// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.resources;

import io.keylift.bulkimport.kind.shared.removal.RemovalEvent;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.representations.idm.authorization.ResourceOwnerRepresentation;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;
import org.keycloak.representations.idm.authorization.ScopeRepresentation;

/** Fires the admin events of Keycloak's Admin API for each resource, if the import has events for each record. */
final class ResourceEvents {

    private ResourceEvents() {}

    static void fire(ImportContext context, ResourceWork work) {
        context.adminEvent()
                .resource(ResourceType.AUTHORIZATION_RESOURCE)
                .operation(work.isNew() ? OperationType.CREATE : OperationType.UPDATE)
                .resourcePath("clients", work.server, "authz/resource-server/resource", work.id)
                .representation(shown(work))
                .success();
    }

    /** As in the Admin API, the event shows what was sent, with what Keycloak's code has replaced in it. */
    private static ResourceRepresentation shown(ResourceWork work) {
        ResourceRepresentation shown = work.record.toRepresentation(work.id);
        shown.setScopes(work.record.getScopes().stream()
                .map(scope -> shown(scope, work.addedScopes.get(scope.getName())))
                .collect(Collectors.toSet()));
        if (shown.getOwner() == null && work.isNew()) {
            shown.setOwner(owner(work.server, null));
        } else if (shown.getOwner() != null && shown.getOwner().getId() == null) {
            // The Admin API requires the id of an owner.
            shown.setOwner(owner(work.owner, shown.getOwner().getName()));
        }
        if (!work.isNew() && shown.getAttributes() != null) {
            // Of the attributes, PUT shows only new ones.
            Map<String, List<String>> added = new HashMap<>(shown.getAttributes());
            added.keySet().removeAll(work.stored().get(ResourceTable.ATTRIBUTES).keySet());
            shown.setAttributes(added);
        }
        return shown;
    }

    private static ResourceOwnerRepresentation owner(String id, String name) {
        ResourceOwnerRepresentation owner = new ResourceOwnerRepresentation();
        owner.setId(id);
        owner.setName(name);
        return owner;
    }

    /** @param added id of a scope that the record has created; otherwise {@code null} */
    private static ScopeRepresentation shown(ScopeRepresentation given, String added) {
        ScopeRepresentation shown = new ScopeRepresentation(given.getName(), given.getIconUri());
        shown.setId(added == null ? given.getId() : added);
        shown.setDisplayName(given.getDisplayName());
        return shown;
    }

    /** @param resource representation of the resource in Keycloak's event */
    static RemovalEvent removed(String server, ResourceRepresentation resource) {
        return new RemovalEvent(
                ResourceType.AUTHORIZATION_RESOURCE,
                "clients/" + server + "/authz/resource-server/resource/" + resource.getId(),
                resource);
    }
}
