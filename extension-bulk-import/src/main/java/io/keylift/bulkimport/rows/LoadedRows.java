// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.hibernate.engine.spi.EntityEntry;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.metamodel.mapping.AttributeMapping;
import org.hibernate.metamodel.mapping.EntityAssociationMapping;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Compares entities as the entity manager has loaded them, whatever has been set since, with their rows as they are
 * now. A query for the entities would not: it returns those that are loaded.
 */
public final class LoadedRows {

    private final SessionImplementor session;
    private final EntityPersister entity;
    private final List<AttributeMapping> attributes = new ArrayList<>();

    private LoadedRows(SessionImplementor session, Class<?> type) {
        this.session = session;
        entity = session.getFactory().getMappingMetamodel().getEntityDescriptor(type);
        entity.forEachAttributeMapping(attribute -> {
            if (!attribute.isPluralAttributeMapping()) {
                attributes.add(attribute);
            }
        });
    }

    /**
     * Whether the rows of these entities are as they were loaded, without their collections. Sends one query.
     *
     * @param type their type, whose id is one text
     * @param loaded entities that the entity manager manages
     */
    public static boolean areCurrent(EntityManager em, Class<?> type, Collection<?> loaded) {
        LoadedRows rows = new LoadedRows(em.unwrap(SessionImplementor.class), type);
        Map<String, List<Object>> before = new HashMap<>();
        for (Object row : loaded) {
            EntityEntry entry = rows.session.getPersistenceContext().getEntry(row);
            before.put((String) entry.getId(), rows.loaded(entry));
        }
        Map<String, List<Object>> now = new HashMap<>();
        for (Object[] row : new Queries(em).select(rows.query(), before.keySet(), Map.of())) {
            now.put((String) row[0], Arrays.asList(row).subList(1, row.length));
        }
        return before.equals(now);
    }

    private List<Object> loaded(EntityEntry entry) {
        List<Object> values = new ArrayList<>(attributes.size());
        attributes.forEach(attribute -> attribute.decompose(
                entry.getLoadedValue(attribute.getAttributeName()),
                (index, value, column) -> values.add(value),
                session));
        return values;
    }

    private String query() {
        String id = "e." + entity.getIdentifierPropertyName();
        String selected = attributes.stream()
                .map(attribute -> "e." + attribute.getAttributeName()
                        + (attribute instanceof EntityAssociationMapping ? ".id" : ""))
                .collect(Collectors.joining(", "));
        return "select " + id + ", " + selected + " from " + entity.getEntityName() + " e where " + id
                + " in (:values)";
    }
}
