// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.scopes;

import io.keylift.bulkimport.kind.Ties;
import io.keylift.bulkimport.kind.authorization.ResourceServerSource;
import io.keylift.bulkimport.kind.reference.AuthorizationKeys;
import io.keylift.bulkimport.kind.reference.KnownClient;
import io.keylift.bulkimport.kind.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.ObjectRow;
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
    public ObjectRow row(String id) {
        return new ObjectRow("RESOURCE_SERVER_SCOPE", id);
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
