// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.scopes;

import io.keylift.bulkimport.kind.shared.authorization.ResourceServerSource;
import io.keylift.bulkimport.kind.shared.reference.AuthorizationKeys;
import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.ReferrerCounts;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Reads the scopes of all clients in the order of their names. */
final class ScopesSource extends ResourceServerSource<ScopeRecord> {

    ScopesSource() {
        super("ScopeEntity", "resourceServer.id");
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
    public RowReference row(String id) {
        return ScopeWork.TABLE.row(id);
    }

    @Override
    public Map<String, SortedMap<String, Long>> referrerCounts(ExportContext context, Collection<String> ids) {
        return new ReferrerCounts(context, ids)
                .count("s.id", "PolicyEntity p join p.scopes s")
                .count("s.id", "ResourceEntity r join r.scopes s")
                .counts();
    }

    @Override
    public Map<String, ScopeRecord> load(ExportContext context, Selection selection, Collection<String> ids) {
        Map<String, KnownClient> clients = clients(context, new Queries(context.entityManager()), ids);
        Map<String, ScopeRecord> records = new HashMap<>();
        ScopeWork.TABLE.project(context.entityManager(), clients.keySet()).forEach((id, scope) -> {
            ScopeRecord record = ScopeWork.TABLE.record(scope);
            record.setClient(clients.get(id).clientId());
            records.put(id, record);
        });
        return records;
    }
}
