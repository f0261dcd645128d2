// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.scopemappings;

import io.keylift.bulkimport.kind.shared.filter.Filters;
import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.RoleNames;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RemovalTarget;
import io.keylift.bulkimport.kind.spi.TypedSource;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Reads the roles in the scopes of clients, in the order of their client ids, and then those of client scopes, in the
 * order of their names. Clients and client scopes without roles in their scope are left out.
 */
final class ScopeMappingsSource implements TypedSource<ScopeMappingRecord> {

    private static final String CLIENT = "client:";
    private static final String CLIENT_SCOPE = "clientScope:";

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        if (!permissions.clients().canViewClientScopes()) {
            permissions.clients().requireList();
        }
    }

    @Override
    public boolean showsAll(ReadContext context) {
        return ViewRights.of(context).mayViewAllClients(context);
    }

    @Override
    public Set<String> filters() {
        return Set.of(Filters.CLIENT);
    }

    @Override
    public List<String> types() {
        return List.of(CLIENT, CLIENT_SCOPE);
    }

    @Override
    public KeyOrder order(ExportContext context, Selection selection, String type) {
        String realm = context.realm().getId();
        KnownClient client = Filters.of(context, selection).client();
        if (type.equals(CLIENT)) {
            KeyOrder clients = KeyOrder.of("c.id", "ClientEntity c", "c.clientId")
                    .where("c.realmId = :realm", "realm", realm)
                    .where("c.scopeMappingIds is not empty")
                    .listed(AdminPermissionsSchema.CLIENTS);
            return client == null ? clients : clients.where("c.id = :client", "client", client.id());
        }
        return client != null
                ? null
                : KeyOrder.of("s.id", "ClientScopeEntity s", "s.name")
                        .where("s.realmId = :realm", "realm", realm)
                        .where("s.scopeMappingIds is not empty");
    }

    /** A mirror also keeps the mappings of clients and client scopes that it never removes. */
    @Override
    public RemovalTarget target(String id) {
        boolean ofClient = id.startsWith(CLIENT);
        return new RemovalTarget(
                ofClient ? RemovalTarget.Type.CLIENT : RemovalTarget.Type.CLIENT_SCOPE,
                id.substring((ofClient ? CLIENT : CLIENT_SCOPE).length()));
    }

    @Override
    public List<String> find(ExportContext context, List<ScopeMappingRecord> keys) {
        List<ScopeMapping> named = keys.stream().map(key -> key.valid(false)).toList();
        OwnerLookup.Ids ids = OwnerLookup.Ids.of(context, named);
        List<String> found = new ArrayList<>();
        for (ScopeMapping mapping : named) {
            boolean both = mapping.client() != null && mapping.clientScope() != null;
            String id = both ? null : ids.of(mapping);
            found.add(id == null ? null : (mapping.isOfClient() ? CLIENT : CLIENT_SCOPE) + id);
        }
        return found;
    }

    @Override
    public Map<String, ScopeMappingRecord> load(ExportContext context, Selection selection, Collection<String> ids) {
        Queries rows = new Queries(context.entityManager());
        ViewRights rights = ViewRights.of(context);
        Map<String, ScopeMappingRecord> records = new HashMap<>();
        rows.select(
                        "select c.id, c.clientId from ClientEntity c where c.id in (:values)",
                        TypedSource.of(CLIENT, ids),
                        Map.of())
                .forEach(row -> {
                    KnownClient client = new KnownClient((String) row[0], (String) row[1]);
                    if (rights.mayViewClient(context, client)) {
                        records.put(CLIENT + client.id(), record(client.clientId(), null));
                    }
                });
        if (rights.mayViewClientScopes(context)) {
            rows.select(
                            "select s.id, s.name from ClientScopeEntity s where s.id in (:values)",
                            TypedSource.of(CLIENT_SCOPE, ids),
                            Map.of())
                    .forEach(row -> records.put(CLIENT_SCOPE + row[0], record(null, (String) row[1])));
        }
        Map<String, List<String>> mappings = new HashMap<>();
        read(rows, "ClientEntity", CLIENT, records.keySet(), mappings);
        read(rows, "ClientScopeEntity", CLIENT_SCOPE, records.keySet(), mappings);
        records.keySet().retainAll(mappings.keySet());
        Set<String> roles = new HashSet<>();
        mappings.values().forEach(roles::addAll);
        RoleNames names = RoleNames.load(context, rows, roles);
        records.forEach((id, record) -> {
            RoleNames.Named named = names.name(id, mappings.get(id));
            record.setRealmRoles(named.realmRoles());
            record.setClientRoles(named.clientRoles());
        });
        return records;
    }

    private static ScopeMappingRecord record(String client, String clientScope) {
        ScopeMappingRecord record = new ScopeMappingRecord();
        record.setClient(client);
        record.setClientScope(clientScope);
        return record;
    }

    /** Adds the ids of roles by the id of the object. */
    private static void read(
            Queries rows, String entity, String type, Collection<String> ids, Map<String, List<String>> mappings) {
        rows.select(
                        "select o.id, s from " + entity + " o join o.scopeMappingIds s where o.id in (:values)",
                        TypedSource.of(type, ids),
                        Map.of())
                .forEach(row -> mappings.computeIfAbsent(type + row[0], id -> new ArrayList<>())
                        .add((String) row[1]));
    }
}
