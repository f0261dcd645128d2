// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.assignment;

import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.shared.reference.Roles;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.capability.assignment.Holder;
import java.util.List;
import java.util.Map;

/** Roles by name and client. A caller who may not list roles or clients does not learn which of them exist. */
final class RoleHolders implements Holders<RoleCapabilitiesRecord> {

    private final ImportContext context;
    private final boolean lenient;
    private final Roles roles;

    /** @param lenient whether an unknown role is no reject */
    RoleHolders(ImportContext context, boolean lenient) {
        this.context = context;
        this.lenient = lenient;
        roles = new Roles(context, new Queries(context.entityManager()));
    }

    @Override
    public void load(List<Item<RoleCapabilitiesRecord>> items) {
        for (Item<RoleCapabilitiesRecord> item : items) {
            List<String> role = List.of(item.record().role());
            if (item.record().client() == null) {
                roles.need(role, null);
            } else {
                roles.need(null, Map.of(item.record().client(), role));
            }
        }
        roles.load();
    }

    @Override
    public Holder find(Item<RoleCapabilitiesRecord> item) {
        String name = item.record().role();
        KnownClient client = null;
        if (item.record().client() != null) {
            client = roles.knownClient(item.record().client());
            if (client == null) {
                rejectUnknownClient(item);
                return null;
            }
        }
        String id = client == null ? roles.realmRole(name) : roles.clientRole(client.id(), name);
        if (id == null) {
            rejectUnknown(item);
            return null;
        }
        if (!Rights.of(context).mayManageRole(context, new KnownRole(id, name, client))) {
            forbid(item);
            return null;
        }
        return Holder.role(id);
    }

    private void rejectUnknownClient(Item<RoleCapabilitiesRecord> item) {
        if (!ViewRights.of(context).mayViewAllClients(context)) {
            forbid(item);
        } else if (!lenient) {
            item.reject(RejectCode.UNKNOWN_CLIENT, "/client", "The realm has no client with this client id");
        }
    }

    private void rejectUnknown(Item<RoleCapabilitiesRecord> item) {
        boolean ofRealm = item.record().client() == null;
        KnownClient client = ofRealm ? null : roles.knownClient(item.record().client());
        boolean mayKnow = (ofRealm || client != null) && ViewRights.of(context).mayViewRolesOf(context, client);
        if (!mayKnow) {
            forbid(item);
        } else if (!lenient) {
            item.reject(
                    RejectCode.UNKNOWN_ROLE,
                    "/role",
                    ofRealm ? "The realm has no role with this name" : "The client has no role with this name");
        }
    }

    private static void forbid(Item<RoleCapabilitiesRecord> item) {
        item.reject(RejectCode.FORBIDDEN, "/role", "The caller does not have permission to manage this role");
    }
}
