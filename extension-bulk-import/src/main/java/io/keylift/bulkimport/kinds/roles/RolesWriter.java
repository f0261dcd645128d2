// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.roles;

import io.keylift.bulkimport.kind.shared.reference.RoleCaches;
import io.keylift.bulkimport.kind.shared.reference.Roles;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.shared.table.EntityWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.keycloak.models.jpa.entities.RoleEntity;

/** Writes a chunk of roles. Finds existing roles and references, and checks permissions. */
final class RolesWriter extends EntityWriter<RoleEntity, RoleRecord, RoleWork> {

    private final RoleRights rights;
    private final Roles roles;

    RolesWriter(ImportContext context) {
        super(context, RoleTable.TABLE);
        rights = RoleRights.of(context);
        roles = new Roles(context, queries);
    }

    @Override
    protected RoleWork work(Item<RoleRecord> item) {
        return new RoleWork(item);
    }

    @Override
    protected void find(List<RoleWork> works) {
        works.forEach(this::need);
        roles.load();
        for (RoleWork work : works) {
            if (findContainer(work)) {
                findExisting(work);
            }
        }
    }

    private void need(RoleWork work) {
        RoleRecord record = work.record;
        record.need(roles);
        if (record.composites() != null) {
            roles.need(record.composites().realm(), record.composites().client());
        }
    }

    private boolean findContainer(RoleWork work) {
        RoleRecord record = work.record;
        if (record.isOfClient()) {
            work.client = record.container(roles);
            if (work.client == null) {
                unknownClient(work);
                return false;
            }
        }
        if (!rights.mayManageRolesOf(context, work.client)
                && !ViewRights.of(context).mayViewRolesOf(context, work.client)) {
            RoleRights.forbid(work.item); // even if an existing role would be skipped
            return false;
        }
        return true;
    }

    /** A caller who may not view all clients does not learn which of them exist. */
    private void unknownClient(RoleWork work) {
        if (ViewRights.of(context).mayViewAllClients(context)) {
            work.item.reject(
                    RejectCode.UNKNOWN_CLIENT,
                    work.record.clientPointer(),
                    "The realm has no client with this client id");
        } else {
            RoleRights.forbid(work.item);
        }
    }

    private void findExisting(RoleWork work) {
        work.existingId = work.record.idIn(work.client, roles);
        work.id = work.existingId;
    }

    @Override
    protected void authorize(List<RoleWork> works) {
        Set<List<String>> seen = new HashSet<>();
        for (RoleWork work : works) {
            if (!rights.mayManageRolesOf(context, work.client)) {
                RoleRights.forbid(work.item);
            } else if (isOfAnotherClient(work)) {
                work.item.reject(
                        RejectCode.CONFLICT,
                        "/containerId",
                        "The id belongs to another client than the one the record names");
            } else if (!seen.add(List.of(work.client == null ? "" : work.client.id(), work.record.name()))) {
                // Two records can name the client in different ways.
                work.item.reject(
                        RejectCode.DUPLICATE, "/name", "An earlier record of the same chunk already has this role");
            }
        }
    }

    @Override
    protected void rejectExisting(RoleWork work) {
        work.item.reject(RejectCode.EXISTS, "/name", "The realm or client already has a role with this name");
    }

    @Override
    protected void decide(List<RoleWork> works) {
        for (RoleWork work : works) {
            if (!work.isNew() && !rights.mayManage(context, work.role())) {
                work.item.reject(
                        RejectCode.FORBIDDEN, "/name", "The caller does not have permission to change this role");
            }
        }
        super.decide(open(works));
    }

    @Override
    protected void findReferences(List<RoleWork> works) {
        new CompositeLookup(context, roles, works).resolve();
    }

    /** As in the Admin API, removing a role from a composite requires the same right as adding it. */
    @Override
    protected void check(List<RoleWork> works) {
        for (RoleWork work : works) {
            if (!work.isNew()
                    && !work.removedComposites().stream().allMatch(part -> rights.mayTakeOut(context, part.id()))) {
                work.item.reject(
                        RejectCode.FORBIDDEN,
                        "/composites",
                        "The caller does not have permission to remove a role that this role is composed of");
            }
        }
    }

    /**
     * An unknown id is accepted: it may be the id of the same client in the realm that the record was exported from.
     */
    private boolean isOfAnotherClient(RoleWork work) {
        String id = work.record.containerId();
        return work.client != null && id != null && !id.equals(work.client.id()) && roles.clientWithId(id) != null;
    }

    @Override
    protected void complete(RoleEntity row, RoleWork work) {
        row.setRealmId(context.realm().getId());
        if (work.client != null) {
            // In this order: Keycloak's entity uses the value that was set last for its unique constraint.
            row.setClientId(work.client.id());
            row.setClientRole(true);
        }
    }

    @Override
    protected void invalidate(List<RoleWork> changed) {
        RoleCaches caches = new RoleCaches(context);
        for (RoleWork work : changed) {
            String container = work.client == null ? context.realm().getId() : work.client.id();
            if (work.isNew()) {
                caches.invalidateMember(work.id, work.record.name(), container);
            } else if (work.isChange()) {
                caches.invalidateChanged(work.id, work.record.name(), container);
            }
        }
    }

    @Override
    protected void fire(List<RoleWork> changed) {
        RoleEvents.fire(context, changed);
    }
}
