// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.roles;

import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.shared.reference.Roles;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.shared.removal.ObjectRemover;
import io.keylift.bulkimport.kind.shared.removal.Removal;
import io.keylift.bulkimport.kind.shared.removal.RemovalEvent;
import io.keylift.bulkimport.kind.shared.removal.RoleDeletion;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.List;
import java.util.stream.Collectors;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.RoleModel;
import org.keycloak.models.jpa.entities.RoleEntity;

/** Removes a chunk of roles. */
final class RolesRemover extends ObjectRemover<RoleRecord> {

    private final Roles roles;
    private final RoleRights rights;

    RolesRemover(ImportContext context) {
        super(context, RoleEntity.class);
        roles = new Roles(context, rows);
        rights = RoleRights.of(context);
    }

    @Override
    protected void find(List<Removal<RoleRecord>> removals) {
        removals.forEach(removal -> removal.record.need(roles));
        roles.load();
        for (Removal<RoleRecord> removal : removals) {
            KnownClient client = removal.record.container(roles);
            boolean known = client != null || !removal.record.isOfClient();
            if (known ? rights.mayManageRolesOf(context, client) : mayNameClients()) {
                removal.names(known ? removal.record.idIn(client, roles) : null);
            } else {
                RoleRights.forbid(removal.item);
            }
        }
    }

    /** A caller who may not view all clients does not learn which of them exist. */
    private boolean mayNameClients() {
        return ViewRights.of(context).mayViewAllClients(context);
    }

    @Override
    protected void check(Removal<RoleRecord> removal) {
        RoleRecord role = removal.record;
        KnownRole known = new KnownRole(removal.id(), role.name(), role.container(roles));
        RoleModel defaultRole = context.realm().getDefaultRole();
        if (defaultRole != null && defaultRole.getId().equals(removal.id())) {
            removal.item.reject(
                    RejectCode.INVALID, "/name", "The role is the default role of the realm and cannot be removed");
        } else if (!rights.mayRemove(context, known)) {
            removal.item.reject(
                    RejectCode.FORBIDDEN, "/name", "The caller does not have permission to remove this role");
        }
    }

    @Override
    protected List<Removal<RoleRecord>> removeTogether(List<Removal<RoleRecord>> removals) {
        new RoleDeletion(context, rows)
                .delete(removals.stream().map(Removal::id).collect(Collectors.toSet()));
        return List.of();
    }

    @Override
    protected RemovalEvent remove(Removal<RoleRecord> removal) {
        RoleModel role = context.session().roles().getRoleById(context.realm(), removal.id());
        context.session().roles().removeRole(role);
        KnownClient client = removal.record.container(roles);
        return new RemovalEvent(
                client == null ? ResourceType.REALM_ROLE : ResourceType.CLIENT_ROLE,
                RoleEvents.path(client, removal.record.name()),
                RoleEvents.brief(removal.id(), removal.record.name()));
    }
}
