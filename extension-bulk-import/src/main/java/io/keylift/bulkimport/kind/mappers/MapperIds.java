// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.mappers;

import static io.keylift.request.Pointers.to;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.models.jpa.entities.ProtocolMapperEntity;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;

/** Ids that records give to protocol mappers. They are unique in the whole database. */
public final class MapperIds {

    private final MapperOwner owner;
    private final Map<String, Object[]> taken = new HashMap<>();

    /** @param owner type of the records */
    public MapperIds(MapperOwner owner) {
        this.owner = owner;
    }

    /** The ids that a record gives, as keys; its list of mappers may be missing. */
    public static List<UniqueKey> uniqueKeys(List<ProtocolMapperRepresentation> mappers) {
        List<UniqueKey> keys = new ArrayList<>(0);
        for (int i = 0; mappers != null && i < mappers.size(); i++) {
            String id = mappers.get(i).getId();
            if (id != null) {
                keys.add(new UniqueKey("protocol mapper id", id, to("/protocolMappers", i) + "/id"));
            }
        }
        return keys;
    }

    /** Finds the owners of the ids that the records of a chunk give. */
    public void load(Queries rows, List<List<ProtocolMapperRepresentation>> mappersOfRecords) {
        List<String> given = mappersOfRecords.stream()
                .filter(Objects::nonNull)
                .flatMap(List::stream)
                .map(ProtocolMapperRepresentation::getId)
                .filter(Objects::nonNull)
                .toList();
        rows.select(
                        "select m.id, m.client.id, m.clientScope.id from ProtocolMapperEntity m"
                                + " where m.id in (:values)",
                        given,
                        Map.of())
                .forEach(row -> taken.put((String) row[0], row));
    }

    /**
     * Rejects a record with the id of a mapper that belongs to another object.
     *
     * @param existingId id of the object that the record changes; {@code null} if it is new
     */
    public void check(Item<?> item, List<ProtocolMapperRepresentation> mappers, String existingId) {
        for (int i = 0; mappers != null && i < mappers.size(); i++) {
            Object[] row = taken.get(mappers.get(i).getId());
            if (row != null && (existingId == null || !existingId.equals(row[owner.column]))) {
                item.reject(
                        RejectCode.CONFLICT,
                        to("/protocolMappers", i) + "/id",
                        "A protocol mapper of another client or client scope has this id");
            }
        }
    }

    /**
     * Rejects a record that gives a new mapper the id of a stored one that stays. A record that replaces the list may
     * give it the id of one that it leaves out. The id of a mapper that is not new is ignored.
     *
     * @param stored mappers of the client or client scope that the record changes
     * @param merge whether stored mappers stay that the record leaves out
     */
    public static void checkNew(
            Item<?> item,
            List<ProtocolMapperRepresentation> mappers,
            Collection<ProtocolMapperEntity> stored,
            boolean merge) {
        if (mappers == null) {
            return;
        }
        Set<List<String>> given = mappers.stream().map(MapperRules::key).collect(Collectors.toSet());
        Set<List<String>> storedKeys = stored.stream().map(MapperRules::key).collect(Collectors.toSet());
        Set<String> staying = stored.stream()
                .filter(mapper -> merge || given.contains(MapperRules.key(mapper)))
                .map(ProtocolMapperEntity::getId)
                .collect(Collectors.toSet());
        for (int i = 0; i < mappers.size(); i++) {
            ProtocolMapperRepresentation mapper = mappers.get(i);
            if (staying.contains(mapper.getId()) && !storedKeys.contains(MapperRules.key(mapper))) {
                item.reject(
                        RejectCode.CONFLICT,
                        to("/protocolMappers", i) + "/id",
                        "A protocol mapper with another protocol or name already has this id");
            }
        }
    }
}
