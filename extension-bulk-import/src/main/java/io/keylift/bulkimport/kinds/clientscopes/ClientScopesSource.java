// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clientscopes;

import io.keylift.bulkimport.kind.shared.mappers.StoredMappers;
import io.keylift.bulkimport.kind.shared.table.AttributeTable;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.OrderedSource;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.ReferrerCounts;
import io.keylift.bulkimport.kind.spi.RemovalTarget;
import io.keylift.bulkimport.kind.spi.RowReference;
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
    public RowReference row(String id) {
        return ClientScopeTable.TABLE.row(id);
    }

    @Override
    public Map<String, SortedMap<String, Long>> referrerCounts(ExportContext context, Collection<String> ids) {
        return new ReferrerCounts(context, ids)
                .count("m.clientScopeId", "ClientScopeClientMappingEntity m")
                .count("m.clientScope.id", "ClientScopeRoleMappingEntity m")
                .counts();
    }

    @Override
    public Map<String, ClientScopeRecord> load(ExportContext context, Selection selection, Collection<String> ids) {
        Map<String, ClientScopeRecord> records = new HashMap<>();
        ClientScopeTable.TABLE.project(context.entityManager(), ids).forEach((id, scope) -> {
            ClientScopeRecord record = ClientScopeTable.TABLE.record(scope);
            record.setAttributes(AttributeTable.firsts(scope.get(ClientScopeTable.ATTRIBUTES)));
            record.setProtocolMappers(StoredMappers.representations(scope.get(ClientScopeTable.MAPPERS)));
            record.setAssignment(scope.get(ClientScopeTable.ASSIGNMENT));
            records.put(id, record);
        });
        return records;
    }
}
