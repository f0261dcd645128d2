// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.roles;

import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.List;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.representations.idm.RoleRepresentation;

/**
 * Fires the events of Keycloak's Admin API for each role, if the import has events for each record. Roles have no model
 * events.
 */
final class RoleEvents {

    private final ImportContext context;

    private RoleEvents(ImportContext context) {
        this.context = context;
    }

    static void fire(ImportContext context, List<RoleWork> works) {
        RoleEvents events = new RoleEvents(context);
        for (RoleWork work : works) {
            if (work.isNew()) {
                events.fire(work, OperationType.CREATE, path(work), work.record.toRepresentation(work.id));
            } else {
                events.fireChange(work);
            }
        }
    }

    private void fireChange(RoleWork work) {
        if (work.plan().changesRow() || work.plan().changes(RoleTable.ATTRIBUTES)) {
            fire(
                    work,
                    OperationType.UPDATE,
                    path(work),
                    work.record.toRepresentation(work.record.requestedId() == null ? null : work.id));
        }
        String composites = path(work) + "/composites";
        fireComposites(work, OperationType.CREATE, work.addedComposites());
        fireComposites(work, OperationType.DELETE, work.removedComposites());
    }

    private void fireComposites(RoleWork work, OperationType operation, List<CompositeTable.Part> parts) {
        if (!parts.isEmpty()) {
            List<RoleRepresentation> roles =
                    parts.stream().map(part -> brief(part.id(), part.name())).toList();
            fire(work, operation, path(work) + "/composites", roles);
        }
    }

    static RoleRepresentation brief(String id, String name) {
        RoleRepresentation role = new RoleRepresentation();
        role.setId(id);
        role.setName(name);
        return role;
    }

    private static String path(RoleWork work) {
        return path(work.client, work.record.name());
    }

    /** @param client {@code null} for a role of the realm */
    static String path(KnownClient client, String name) {
        String roles = "roles/" + name;
        return client == null ? roles : "clients/" + client.id() + "/" + roles;
    }

    private void fire(RoleWork work, OperationType operation, String path, Object representation) {
        context.adminEvent()
                .resource(work.client == null ? ResourceType.REALM_ROLE : ResourceType.CLIENT_ROLE)
                .operation(operation)
                .resourcePath(path)
                .representation(representation)
                .success();
    }
}
