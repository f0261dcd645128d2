// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.mappers;

import static io.keylift.request.Pointers.to;

import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.models.jpa.entities.ProtocolMapperEntity;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;
import org.keycloak.util.JsonSerialization;

/** Ids that records give to protocol mappers. They are unique in the whole database. */
public final class MapperIds {

    /** Pointer to the ids in a record; see {@link RecordShape#givesIds}. */
    public static final String POINTER = "/protocolMappers/*/id";

    private final MapperOwner owner;
    private final boolean strict;
    private final Map<String, Object[]> taken = new HashMap<>();

    /** Ids that were assigned to records of the chunk. */
    private final Set<String> given = new HashSet<>();

    /**
     * @param owner type of the records
     * @param mode treatment of a record with an id that a mapper cannot have
     */
    public MapperIds(MapperOwner owner, IdMode mode) {
        this.owner = owner;
        strict = mode == IdMode.STRICT;
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
        List<String> ids = mappersOfRecords.stream()
                .filter(Objects::nonNull)
                .flatMap(List::stream)
                .map(ProtocolMapperRepresentation::getId)
                .filter(Objects::nonNull)
                .toList();
        rows.select(
                        "select m.id, c.id, s.id, c.clientId, s.name from ProtocolMapperEntity m"
                                + " left join m.client c left join m.clientScope s where m.id in (:values)",
                        ids,
                        Map.of())
                .forEach(row -> taken.put((String) row[0], row));
    }

    /**
     * Returns the mappers of a record, without ids that new mappers cannot have. If ids are strict, the mappers are
     * unchanged, because {@link #check} and {@link #checkNew} have rejected impossible ids.
     *
     * @param mappers mappers of the record; may be {@code null}
     * @param existingId id of the object that the record changes; {@code null} if it is new
     * @param stored mappers of that object
     * @param merge whether stored mappers stay that the record leaves out
     */
    public List<ProtocolMapperRepresentation> settle(
            Item<?> item,
            List<ProtocolMapperRepresentation> mappers,
            String existingId,
            Collection<ProtocolMapperEntity> stored,
            boolean merge) {
        if (strict || mappers == null) {
            return mappers;
        }
        Set<List<String>> storedKeys = stored.stream().map(MapperRules::key).collect(Collectors.toSet());
        Set<String> staying = staying(mappers, stored, merge);
        List<ProtocolMapperRepresentation> settled = new ArrayList<>(mappers.size());
        for (ProtocolMapperRepresentation mapper : mappers) {
            String id = mapper.getId();
            boolean free = id != null
                    && !storedKeys.contains(MapperRules.key(mapper))
                    && !staying.contains(id)
                    && isFree(item, id, existingId)
                    && given.add(id);
            settled.add(free ? mapper : withoutId(mapper));
        }
        return settled;
    }

    /** An earlier record can free the id, if it changes the owner of the mapper. */
    private boolean isFree(Item<?> item, String id, String existingId) {
        Object[] row = taken.get(id);
        if (row == null || existingId != null && existingId.equals(row[owner.column])) {
            return true;
        }
        if (row[owner.column] != null) {
            item.orderAfter(new UniqueKey(owner.keyType, (String) row[owner.column + 2], POINTER));
        }
        return false;
    }

    private static ProtocolMapperRepresentation withoutId(ProtocolMapperRepresentation mapper) {
        if (mapper.getId() == null) {
            return mapper;
        }
        ProtocolMapperRepresentation copy =
                JsonSerialization.mapper.convertValue(mapper, ProtocolMapperRepresentation.class);
        copy.setId(null);
        return copy;
    }

    /**
     * Rejects a record with the id of a mapper that belongs to another object, if ids are strict.
     *
     * @param existingId id of the object that the record changes; {@code null} if it is new
     */
    public void check(Item<?> item, List<ProtocolMapperRepresentation> mappers, String existingId) {
        for (int i = 0; strict && mappers != null && i < mappers.size(); i++) {
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
     * Rejects a record that gives a new mapper the id of a stored one that stays, if ids are strict. A record that
     * replaces the list may give it the id of one that it leaves out. The id of a mapper that is not new is ignored.
     *
     * @param stored mappers of the client or client scope that the record changes
     * @param merge whether stored mappers stay that the record leaves out
     */
    public void checkNew(
            Item<?> item,
            List<ProtocolMapperRepresentation> mappers,
            Collection<ProtocolMapperEntity> stored,
            boolean merge) {
        if (!strict || mappers == null) {
            return;
        }
        Set<List<String>> storedKeys = stored.stream().map(MapperRules::key).collect(Collectors.toSet());
        Set<String> staying = staying(mappers, stored, merge);
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

    /** Ids of the stored mappers that stay. */
    private static Set<String> staying(
            List<ProtocolMapperRepresentation> mappers, Collection<ProtocolMapperEntity> stored, boolean merge) {
        Set<List<String>> named = mappers.stream().map(MapperRules::key).collect(Collectors.toSet());
        return stored.stream()
                .filter(mapper -> merge || named.contains(MapperRules.key(mapper)))
                .map(ProtocolMapperEntity::getId)
                .collect(Collectors.toSet());
    }
}
