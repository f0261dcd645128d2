// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.mappers;

import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.models.jpa.entities.ProtocolMapperEntity;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;

/** Loads the protocol mappers of the clients or client scopes that a chunk changes, in two queries. */
public final class StoredMappers {

    private StoredMappers() {}

    /** Copies of the mappers with their configuration and without their owner, by the owner's id. */
    public static Map<String, List<ProtocolMapperEntity>> load(
            Queries rows, MapperOwner owner, Collection<String> ownerIds) {
        String ofOwners = " where m." + owner.property + ".id in (:values)";
        Map<String, ProtocolMapperEntity> mappers = new HashMap<>();
        Map<String, List<ProtocolMapperEntity>> byOwner = new HashMap<>();
        rows.select(
                        "select m." + owner.property + ".id, m.id, m.name, m.protocol, m.protocolMapper"
                                + " from ProtocolMapperEntity m" + ofOwners,
                        ownerIds,
                        Map.of())
                .forEach(row -> {
                    ProtocolMapperEntity mapper = new ProtocolMapperEntity();
                    mapper.setId((String) row[1]);
                    mapper.setName((String) row[2]);
                    mapper.setProtocol((String) row[3]);
                    mapper.setProtocolMapper((String) row[4]);
                    mapper.setConfig(new HashMap<>());
                    mappers.put(mapper.getId(), mapper);
                    byOwner.computeIfAbsent((String) row[0], id -> new ArrayList<>())
                            .add(mapper);
                });
        rows.select(
                        "select m.id, key(c), value(c) from ProtocolMapperEntity m join m.config c" + ofOwners,
                        ownerIds,
                        Map.of())
                .forEach(row -> mappers.get((String) row[0]).getConfig().put((String) row[1], (String) row[2]));
        return byOwner;
    }

    /** The mappers as Keycloak represents them, by name. */
    public static List<ProtocolMapperRepresentation> representations(List<ProtocolMapperEntity> mappers) {
        return mappers.stream()
                .map(StoredMappers::representation)
                .sorted(Comparator.comparing(ProtocolMapperRepresentation::getName)
                        .thenComparing(ProtocolMapperRepresentation::getProtocol))
                .toList();
    }

    /** A mapper as Keycloak represents it. */
    public static ProtocolMapperRepresentation representation(ProtocolMapperEntity mapper) {
        ProtocolMapperRepresentation representation = new ProtocolMapperRepresentation();
        representation.setId(mapper.getId());
        representation.setName(mapper.getName());
        representation.setProtocol(mapper.getProtocol());
        representation.setProtocolMapper(mapper.getProtocolMapper());
        representation.setConfig(mapper.getConfig());
        return representation;
    }
}
