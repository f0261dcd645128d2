// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.resources;

import io.keylift.bulkimport.kind.reference.KeycloakKeys;
import io.keylift.bulkimport.kind.reference.Rights;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;

/** Finds the clients a chunk's resources belong to, and whether the caller may manage their authorization. */
final class ResourceServers {

    private final ImportContext context;
    private final Queries rows;
    private final Map<String, String> clients = new HashMap<>();
    private final Set<String> servers = new HashSet<>();
    private final boolean mayNameAll;
    private final boolean removal;

    /** @param removal whether the resources are removed: a client without authorization is no reject then */
    ResourceServers(ImportContext context, Queries rows, boolean removal) {
        this.context = context;
        this.rows = rows;
        this.removal = removal;
        mayNameAll = context.permissions().realm().canManageAuthorization(null)
                || context.permissions().clients().canList();
    }

    void resolve(List<ResourceWork> works) {
        Set<String> clientIds =
                works.stream().map(work -> work.record.getClient()).collect(Collectors.toSet());
        rows.select(KeycloakKeys.CLIENT_ID, context.realm().getId(), clientIds)
                .forEach(row -> clients.put((String) row[1], (String) row[0]));
        servers.addAll(rows.list(
                "select s.id from ResourceServerEntity s where s.id in (:values)",
                String.class,
                clients.values(),
                Map.of()));
        works.forEach(this::resolve);
    }

    private void resolve(ResourceWork work) {
        work.server = clients.get(work.record.getClient());
        if (!mayName(work.server)) {
            forbidden(work);
        } else if (removal && !servers.contains(work.server)) {
            work.server = null;
        } else if (work.server == null) {
            work.item.reject(RejectCode.UNKNOWN_CLIENT, "/client", "The realm has no client with this client id");
        } else if (!servers.contains(work.server)) {
            work.item.reject(
                    RejectCode.AUTHORIZATION_DISABLED,
                    "/client",
                    "Authorization is disabled for this client. Enable it first.");
        } else if (AdminPermissionsSchema.SCHEMA.isAdminPermissionClient(context.realm(), work.server)) {
            work.item.reject(RejectCode.INVALID, "/client", "Keycloak manages the resources of this client itself");
        } else if (!Rights.of(context).mayManageAuthorization(context, work.server)) {
            forbidden(work);
        }
    }

    private static void forbidden(ResourceWork work) {
        work.item.reject(
                RejectCode.FORBIDDEN,
                "/client",
                "The caller does not have permission to manage the authorization of this client");
    }

    /**
     * A caller who manages some clients does not learn which others exist; {@code null} stands for a client that does
     * not exist.
     */
    private boolean mayName(String client) {
        return mayNameAll || (client != null && Rights.of(context).mayManageClient(context, client));
    }
}
