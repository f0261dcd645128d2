// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clientscopes;

import io.keylift.bulkimport.kind.mappers.MapperOwner;
import io.keylift.bulkimport.kind.mappers.StoredMappers;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.models.jpa.entities.ClientScopeEntity;
import org.keycloak.models.jpa.entities.ProtocolMapperEntity;

/** Loads the client scopes that a chunk changes: one query for each table. */
final class StoredClientScopes {

    private final Queries rows;
    private final String realmId;

    StoredClientScopes(Queries rows, String realmId) {
        this.rows = rows;
        this.realmId = realmId;
    }

    /** The client scopes by id; those that do not exist are missing. */
    Map<String, StoredClientScope> load(Collection<String> ids) {
        List<ClientScopeEntity> entities = rows.list(
                "select s from ClientScopeEntity s where s.id in (:values)", ClientScopeEntity.class, ids, Map.of());
        Map<String, Map<String, String>> attributes = new HashMap<>();
        rows.select(
                        "select a.clientScope.id, a.name, a.value from ClientScopeAttributeEntity a"
                                + " where a.clientScope.id in (:values)",
                        ids,
                        Map.of())
                .forEach(row -> attributes
                        .computeIfAbsent((String) row[0], id -> new HashMap<>())
                        .put((String) row[1], (String) row[2]));
        Map<String, List<ProtocolMapperEntity>> mappers = StoredMappers.load(rows, MapperOwner.CLIENT_SCOPE, ids);
        Map<String, Assignment> assignments = new HashMap<>();
        rows.select(
                        "select m.clientScopeId, m.defaultScope from DefaultClientScopeRealmMappingEntity m"
                                + " where m.clientScopeId in (:values) and m.realm.id = :realm",
                        ids,
                        Map.of("realm", realmId))
                .forEach(row -> assignments.put((String) row[0], Assignment.of((Boolean) row[1])));
        Map<String, StoredClientScope> scopes = new HashMap<>();
        for (ClientScopeEntity row : entities) {
            String id = row.getId();
            scopes.put(
                    id,
                    new StoredClientScope(
                            row,
                            attributes.getOrDefault(id, Map.of()),
                            mappers.getOrDefault(id, List.of()),
                            assignments.getOrDefault(id, Assignment.NONE)));
        }
        return scopes;
    }
}
