// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.mappers;

import io.keylift.bulkimport.kind.shared.table.ChildRows;
import io.keylift.bulkimport.kind.shared.table.ChildTable;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.rows.Ids;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.keycloak.models.jpa.entities.ProtocolMapperEntity;
import org.keycloak.models.utils.RepresentationToModel;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;

/**
 * The table of the protocol mappers of clients or client scopes. A mapper is identified by its protocol and name, and
 * keeps its id.
 *
 * @param <E> entity of the owner
 * @param <W> class of the work on a record
 * @param owner type of the owner
 * @param setOwner sets the owner of a mapper
 */
public record MapperTable<E, W>(
        String field,
        FieldRule rule,
        MapperOwner owner,
        BiConsumer<ProtocolMapperEntity, E> setOwner,
        Function<W, List<ProtocolMapperEntity>> given)
        implements ChildTable<E, W, List<ProtocolMapperEntity>> {

    /** The mappers to add, change and remove between two values. */
    public record Difference(
            List<ProtocolMapperEntity> added, List<ProtocolMapperEntity> changed, List<ProtocolMapperEntity> removed) {

        public static Difference of(List<ProtocolMapperEntity> before, List<ProtocolMapperEntity> after) {
            Difference difference = new Difference(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            Map<List<String>, ProtocolMapperEntity> missing = byKey(before);
            for (ProtocolMapperEntity mapper : after) {
                ProtocolMapperEntity stored = missing.remove(MapperRules.key(mapper));
                if (stored == null) {
                    difference.added.add(mapper);
                } else if (!stored.getProtocolMapper().equals(mapper.getProtocolMapper())
                        || !stored.getConfig().equals(mapper.getConfig())) {
                    difference.changed.add(mapper);
                }
            }
            difference.removed.addAll(missing.values());
            return difference;
        }

        public boolean isEmpty() {
            return added.isEmpty() && changed.isEmpty() && removed.isEmpty();
        }
    }

    /** Mappers as Keycloak stores them: without empty settings. {@code null} if none are given. */
    public static List<ProtocolMapperEntity> entities(List<ProtocolMapperRepresentation> given) {
        return given == null ? null : given.stream().map(MapperTable::entity).toList();
    }

    private static ProtocolMapperEntity entity(ProtocolMapperRepresentation given) {
        ProtocolMapperEntity mapper = new ProtocolMapperEntity();
        mapper.setId(given.getId());
        mapper.setName(given.getName());
        mapper.setProtocol(given.getProtocol());
        mapper.setProtocolMapper(given.getProtocolMapper());
        Map<String, String> config = RepresentationToModel.removeEmptyString(given.getConfig());
        mapper.setConfig(config == null ? new HashMap<>() : config);
        return mapper;
    }

    @Override
    public List<ProtocolMapperEntity> none() {
        return List.of();
    }

    @Override
    public Map<String, List<ProtocolMapperEntity>> load(Queries queries, Collection<String> ids) {
        return StoredMappers.load(queries, owner, ids);
    }

    @Override
    public List<ProtocolMapperEntity> wanted(W work, List<ProtocolMapperEntity> stored, boolean merge) {
        List<ProtocolMapperEntity> value = given.apply(work);
        if (value == null) {
            return stored;
        }
        Map<List<String>, ProtocolMapperEntity> left = byKey(stored);
        for (ProtocolMapperEntity mapper : value) {
            ProtocolMapperEntity before = left.remove(MapperRules.key(mapper));
            if (before != null) {
                mapper.setId(before.getId());
            } else if (mapper.getId() == null) {
                mapper.setId(Ids.next());
            }
        }
        List<ProtocolMapperEntity> wanted = new ArrayList<>(value);
        if (merge) {
            wanted.addAll(left.values());
        }
        return wanted;
    }

    private static Map<List<String>, ProtocolMapperEntity> byKey(List<ProtocolMapperEntity> mappers) {
        Map<List<String>, ProtocolMapperEntity> byKey = new HashMap<>();
        mappers.forEach(mapper -> byKey.put(MapperRules.key(mapper), mapper));
        return byKey;
    }

    @Override
    public boolean same(List<ProtocolMapperEntity> one, List<ProtocolMapperEntity> other) {
        return Difference.of(one, other).isEmpty();
    }

    @Override
    public ChildRows<E, List<ProtocolMapperEntity>> rows(EntityManager em) {
        MapperRows rows = new MapperRows(em);
        return new ChildRows<>() {
            @Override
            public void change(E row, String id, List<ProtocolMapperEntity> before, List<ProtocolMapperEntity> after) {
                Difference difference = Difference.of(before, after);
                rows.delete(ids(difference.changed));
                rows.delete(ids(difference.removed));
                difference.added.forEach(mapper -> add(row, mapper));
                difference.changed.forEach(mapper -> add(row, mapper));
            }

            private void add(E row, ProtocolMapperEntity mapper) {
                setOwner.accept(mapper, row);
                rows.add(mapper);
            }

            @Override
            public void write() {
                rows.write();
            }
        };
    }

    private static List<String> ids(List<ProtocolMapperEntity> mappers) {
        return mappers.stream().map(ProtocolMapperEntity::getId).toList();
    }
}
