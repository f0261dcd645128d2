// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clientscopes;

import io.keylift.bulkimport.kind.KeyOrder;
import io.keylift.bulkimport.kind.OrderedSource;
import io.keylift.bulkimport.kind.Ties;
import io.keylift.bulkimport.kind.mappers.MapperOwner;
import io.keylift.bulkimport.kind.mappers.StoredMappers;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.ObjectRow;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RemovalTarget;
import io.keylift.bulkimport.rows.Queries;
import jakarta.ws.rs.ForbiddenException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Reads client scopes in the order of their names. */
final class ClientScopesSource implements OrderedSource<ClientScopeRecord> {

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        if (!permissions.clients().canViewClientScopes()) {
            throw new ForbiddenException();
        }
    }

    @Override
    public boolean showsAll(ReadContext context) {
        return true;
    }

    @Override
    public KeyOrder order(ExportContext context, Selection selection) {
        return KeyOrder.of("s.id", "ClientScopeEntity s", "s.name")
                .where("s.realmId = :realm", "realm", context.realm().getId());
    }

    @Override
    public RemovalTarget target(String id) {
        return new RemovalTarget(RemovalTarget.Type.CLIENT_SCOPE, id);
    }

    @Override
    public List<String> find(ExportContext context, List<ClientScopeRecord> keys) {
        List<String> names = keys.stream().map(ClientScopeRecord::getName).toList();
        Map<String, String> ids = ClientScopeKeys.ids(
                new Queries(context.entityManager()),
                context.realm().getId(),
                names.stream().filter(Objects::nonNull).toList());
        return names.stream().map(ids::get).toList();
    }

    @Override
    public ObjectRow row(String id) {
        return new ObjectRow("CLIENT_SCOPE", id);
    }

    @Override
    public Map<String, SortedMap<String, Long>> ties(ExportContext context, Collection<String> ids) {
        return new Ties(context, ids)
                .count("m.clientScopeId", "ClientScopeClientMappingEntity m")
                .count("m.clientScope.id", "ClientScopeRoleMappingEntity m")
                .counts();
    }

    @Override
    public Map<String, ClientScopeRecord> load(ExportContext context, Selection selection, Collection<String> ids) {
        Queries rows = new Queries(context.entityManager());
        Map<String, ClientScopeRecord> scopes = new HashMap<>();
        rows.select(
                        "select s.id, s.name, s.description, s.protocol from ClientScopeEntity s"
                                + " where s.id in (:values)",
                        ids,
                        Map.of())
                .forEach(row -> scopes.put((String) row[0], scope(row)));
        rows.select(
                        "select a.clientScope.id, a.name, a.value from ClientScopeAttributeEntity a"
                                + " where a.clientScope.id in (:values)",
                        ids,
                        Map.of())
                .forEach(row -> scopes.get((String) row[0]).getAttributes().put((String) row[1], (String) row[2]));
        rows.select(
                        "select m.clientScopeId, m.defaultScope from DefaultClientScopeRealmMappingEntity m"
                                + " where m.clientScopeId in (:values) and m.realm.id = :realm",
                        ids,
                        Map.of("realm", context.realm().getId()))
                .forEach(row -> scopes.get((String) row[0]).setAssignment(Assignment.of((Boolean) row[1])));
        StoredMappers.representations(rows, MapperOwner.CLIENT_SCOPE, ids)
                .forEach((id, mappers) -> scopes.get(id).setProtocolMappers(mappers));
        return scopes;
    }

    private static ClientScopeRecord scope(Object[] row) {
        ClientScopeRecord scope = new ClientScopeRecord();
        scope.setId((String) row[0]);
        scope.setName((String) row[1]);
        scope.setDescription((String) row[2]);
        scope.setProtocol((String) row[3]);
        scope.setAttributes(new HashMap<>());
        scope.setProtocolMappers(List.of());
        scope.setAssignment(Assignment.NONE);
        return scope;
    }
}
