// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.scopes;

import io.keylift.bulkimport.kind.KeyOrder;
import io.keylift.bulkimport.kind.OrderedSource;
import io.keylift.bulkimport.kind.Ties;
import io.keylift.bulkimport.kind.filter.Filters;
import io.keylift.bulkimport.kind.reference.AuthorizationKeys;
import io.keylift.bulkimport.kind.reference.KnownClient;
import io.keylift.bulkimport.kind.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Reads the scopes of all clients in the order of their names. */
final class ScopesSource implements OrderedSource<ScopeRecord> {

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        ViewRights.requireAnyAuthorization(permissions);
    }

    @Override
    public Set<String> filters() {
        return Set.of(Filters.CLIENT);
    }

    /** The id in place of the resource server makes names unique, too, and takes a part of the same index. */
    @Override
    public KeyOrder order(ExportContext context, Selection selection) {
        KeyOrder scopes = KeyOrder.of(
                        "s.id", "ScopeEntity s join ClientEntity c on c.id = s.resourceServer.id", "s.name", "s.id")
                .where("c.realmId = :realm", "realm", context.realm().getId());
        return Filters.of(context, selection).ofClient(scopes, "c.id");
    }

    @Override
    public List<String> find(ExportContext context, List<ScopeRecord> keys) {
        return AuthorizationKeys.find(
                context,
                new Queries(context.entityManager()),
                AuthorizationKeys.SCOPE,
                keys.stream().map(ScopeRecord::getClient).toList(),
                keys.stream().map(ScopeRecord::getName).toList(),
                row -> true);
    }

    @Override
    public Map<String, SortedMap<String, Long>> ties(ExportContext context, Collection<String> ids) {
        return new Ties(context, ids)
                .count("s.id", "PolicyEntity p join p.scopes s")
                .count("s.id", "ResourceEntity r join r.scopes s")
                .counts();
    }

    @Override
    public Map<String, ScopeRecord> load(ExportContext context, Selection selection, Collection<String> ids) {
        ViewRights rights = ViewRights.of(context);
        Map<String, ScopeRecord> records = new HashMap<>();
        for (Object[] row : new Queries(context.entityManager())
                .select(
                        "select s.id, s.name, s.displayName, s.iconUri, c.id, c.clientId from ScopeEntity s"
                                + " join ClientEntity c on c.id = s.resourceServer.id where s.id in (:values)",
                        ids,
                        Map.of())) {
            KnownClient client = new KnownClient((String) row[4], (String) row[5]);
            if (rights.mayExportAuthorization(context, client)) {
                ScopeRecord record = new ScopeRecord();
                record.setId((String) row[0]);
                record.setClient(client.clientId());
                record.setName((String) row[1]);
                record.setDisplayName((String) row[2]);
                record.setIconUri((String) row[3]);
                records.put(record.getId(), record);
            }
        }
        return records;
    }
}
