// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.Work;
import io.keylift.bulkimport.rows.Queries;
import jakarta.ws.rs.ForbiddenException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Finds the clients to which the resources, scopes and policies of a chunk belong, and whether the caller may manage
 * their authorization. The field of a record that names its client is {@code client}.
 */
public final class ResourceServers {

    private final ImportContext context;
    private final Queries rows;
    private final Map<String, String> clients = new HashMap<>();
    private final Set<String> servers = new HashSet<>();
    private final boolean managesAll;
    private final boolean removal;

    /** @param removal whether records are removed: a client without authorization is no reject then */
    public ResourceServers(ImportContext context, Queries rows, boolean removal) {
        this.context = context;
        this.rows = rows;
        this.removal = removal;
        managesAll = context.permissions().realm().canManageAuthorization(null);
    }

    /**
     * Requires permission to manage the authorization of at least one client. Each record requires it for its own
     * client.
     */
    public static void requirePermission(AdminPermissionEvaluator permissions) {
        if (!permissions.realm().canManageAuthorization(null) && !Rights.mayManageAnyClient(permissions)) {
            throw new ForbiddenException();
        }
    }

    /**
     * Finds the resource server of each record. Two queries.
     *
     * @param client the clientId that a record names
     * @param found receives the internal id of the client, which is also that of its resource server; {@code null} if
     *     there is none
     */
    public <W extends Work<?>> void resolve(List<W> works, Function<W, String> client, BiConsumer<W, String> found) {
        load(works.stream().map(client).collect(Collectors.toSet()));
        works.forEach(work -> found.accept(work, resolve(work.item, client.apply(work))));
    }

    private void load(Collection<String> clientIds) {
        rows.select(KeycloakKeys.CLIENT_ID, context.realm().getId(), clientIds)
                .forEach(row -> clients.put((String) row[1], (String) row[0]));
        servers.addAll(rows.list(
                "select s.id from ResourceServerEntity s where s.id in (:values)",
                String.class,
                clients.values(),
                Map.of()));
    }

    private String resolve(Item<?> item, String clientId) {
        String server = clients.get(clientId);
        if (!managesAll && !mayKnow(server, clientId)) {
            forbidden(item);
        } else if (removal && !servers.contains(server)) {
            return null;
        } else if (server == null || !servers.contains(server) && !mayKnow(server, clientId)) {
            item.reject(
                    RejectCode.UNKNOWN_CLIENT,
                    "/client",
                    "The realm has no client with this client id that has authorization enabled");
        } else if (!servers.contains(server)) {
            item.reject(
                    RejectCode.AUTHORIZATION_DISABLED,
                    "/client",
                    "Authorization is disabled for this client. Enable it first.");
        } else if (AdminPermissionsSchema.SCHEMA.isAdminPermissionClient(context.realm(), server)) {
            item.reject(RejectCode.INVALID, "/client", "Keycloak manages the authorization of this client itself");
        } else if (!Rights.of(context).mayManageAuthorization(context, server)) {
            forbidden(item);
        }
        return server;
    }

    private static void forbidden(Item<?> item) {
        item.reject(
                RejectCode.FORBIDDEN,
                "/client",
                "The caller does not have permission to manage the authorization of this client");
    }

    /** A caller who may view or manage some clients does not learn which others exist. */
    private boolean mayKnow(String id, String clientId) {
        ViewRights views = ViewRights.of(context);
        if (id == null) {
            return views.mayViewAllClients(context);
        }
        KnownClient client = new KnownClient(id, clientId);
        return views.mayViewClient(context, client) || Rights.of(context).mayManageClient(context, client);
    }
}
