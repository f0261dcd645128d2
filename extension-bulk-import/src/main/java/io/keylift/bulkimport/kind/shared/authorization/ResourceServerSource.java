// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.authorization;

import io.keylift.bulkimport.kind.shared.filter.Filters;
import io.keylift.bulkimport.kind.shared.reference.AdminClients;
import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.OrderedSource;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Reads objects of the resource servers of a realm in the order of their names.
 *
 * @param <R> class of a record
 */
public abstract class ResourceServerSource<R extends ResourceServerRecord> implements OrderedSource<R> {

    /** Entities with their clients, in JPQL, as {@code o} and {@code c}. */
    private final String entities;

    /**
     * @param entity entity of an object
     * @param server its property with the id of the resource server
     */
    protected ResourceServerSource(String entity, String server) {
        entities = entity + " o join ClientEntity c on c.id = o." + server;
    }

    @Override
    public final void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        ViewRights.requireAnyAuthorization(permissions);
    }

    @Override
    public boolean showsAll(ReadContext context) {
        return ViewRights.of(context).mayViewAllAuthorization(context);
    }

    @Override
    public final Set<String> filters() {
        return Set.of(Filters.CLIENT);
    }

    /**
     * The id makes names unique, like the other columns of the unique key, and the order uses the beginning of its
     * index.
     */
    @Override
    public KeyOrder order(ExportContext context, Selection selection) {
        KeyOrder objects = KeyOrder.of("o.id", entities, "o.name", "o.id")
                .where("c.realmId = :realm", "realm", context.realm().getId());
        AdminClients.leaveOut(context, objects, "c");
        ClientModel permissions = context.realm().getAdminPermissionsClient();
        if (permissions != null) {
            objects.where("c.id <> :permissions", "permissions", permissions.getId());
        }
        return Filters.of(context, selection).ofClient(objects, "c.id");
    }

    /**
     * Finds the clients of these objects, by the ids of the objects. Objects whose authorization the caller may not
     * view are missing.
     */
    protected final Map<String, KnownClient> clients(ExportContext context, Queries rows, Collection<String> ids) {
        Map<String, KnownClient> clients = new HashMap<>();
        rows.select("select o.id, c.id, c.clientId from " + entities + " where o.id in (:values)", ids, Map.of())
                .forEach(row -> clients.put((String) row[0], new KnownClient((String) row[1], (String) row[2])));
        ViewRights rights = ViewRights.of(context);
        clients.values().removeIf(client -> !rights.mayExportAuthorization(context, client));
        return clients;
    }
}
