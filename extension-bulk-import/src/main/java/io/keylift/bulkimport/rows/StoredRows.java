// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.metamodel.mapping.AttributeMapping;
import org.hibernate.metamodel.mapping.EntityAssociationMapping;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Rows of one table as a chunk has read them, and the entities that it changes. No persistence context manages the
 * entities: it would compare all of them at each flush, and update row by row. Collections of the entities are not
 * read.
 *
 * @param <E> the entity, whose id is one text
 */
public final class StoredRows<E> {

    private final EntityManager em;
    private final SessionImplementor session;
    private final EntityPersister entity;
    private final List<AttributeMapping> attributes = new ArrayList<>();
    private final RowQuery query;

    /** Values of the columns by id, as they were read. */
    private final Map<String, List<Object>> read = new LinkedHashMap<>();

    private final Map<String, E> entities = new LinkedHashMap<>();

    private StoredRows(EntityManager em, Class<E> type, String property) {
        this.em = em;
        session = em.unwrap(SessionImplementor.class);
        entity = session.getFactory().getMappingMetamodel().getEntityDescriptor(type);
        entity.forEachAttributeMapping(attribute -> {
            if (!attribute.isPluralAttributeMapping() && attribute.getJdbcTypeCount() == 1) {
                attributes.add(attribute);
            }
        });
        query = new RowQuery(session, entity, attributes, property == null ? -1 : position(property));
    }

    private int position(String property) {
        return attributes.indexOf(entity.findAttributeMapping(property));
    }

    /** Reads rows by their ids, in one query; those that do not exist are missing. */
    public static <E> StoredRows<E> read(
            EntityManager em, Class<E> type, Supplier<E> newEntity, Collection<String> ids) {
        return new StoredRows<>(em, type, null).read(newEntity, ids);
    }

    /** Reads rows by another property than their id, in one query. */
    public static <E> StoredRows<E> readBy(
            String property, EntityManager em, Class<E> type, Supplier<E> newEntity, Collection<String> values) {
        return new StoredRows<>(em, type, property).read(newEntity, values);
    }

    private StoredRows<E> read(Supplier<E> newEntity, Collection<String> values) {
        read.putAll(query.rows(values, false));
        read.forEach((id, row) -> entities.put(id, entity(newEntity.get(), id, row)));
        return this;
    }

    private E entity(E row, String id, List<Object> values) {
        entity.setIdentifier(row, id, session);
        for (int i = 0; i < values.size(); i++) {
            AttributeMapping attribute = attributes.get(i);
            attribute.setValue(row, value(attribute, values.get(i)));
        }
        return row;
    }

    /** Entities that a row refers to are not read. */
    private Object value(AttributeMapping attribute, Object stored) {
        return stored != null && attribute instanceof EntityAssociationMapping association
                ? em.getReference(
                        association
                                .getAssociatedEntityMappingType()
                                .getMappedJavaType()
                                .getJavaTypeClass(),
                        stored)
                : stored;
    }

    /** The entities by id. */
    public Map<String, E> entities() {
        return entities;
    }

    /** Reads the rows with these values again, and returns whether they are as they were read. Sends one query. */
    public boolean areAsRead(Collection<String> values) {
        return query.rows(values, false).equals(read(values));
    }

    /**
     * Like {@link #areAsRead}, and locks the rows in the order of their ids, as {@link RowLocks#lockToChange} does.
     * A row that another transaction holds is compared as that transaction leaves it.
     */
    public boolean areAsReadOnceLocked(Collection<String> ids) {
        return query.rows(ids, true).equals(read(ids));
    }

    private Map<String, List<Object>> read(Collection<String> values) {
        Set<String> wanted = Set.copyOf(values);
        Map<String, List<Object>> rows = new HashMap<>(read);
        rows.entrySet().removeIf(row -> !wanted.contains(query.key(row.getKey(), row.getValue())));
        return rows;
    }

    /** Updates the columns in which these entities differ from their rows as they were read, in one statement. */
    public void update(Collection<E> changed) {
        List<E> rows = new ArrayList<>();
        Set<String> properties = new LinkedHashSet<>();
        for (E row : changed) {
            List<Object> before = read.get((String) entity.getIdentifier(row, session));
            List<Object> after = values(row);
            if (!after.equals(before)) {
                rows.add(row);
                for (int i = 0; i < after.size(); i++) {
                    if (!Objects.equals(before.get(i), after.get(i))) {
                        properties.add(attributes.get(i).getAttributeName());
                    }
                }
            }
        }
        BulkUpdate.update(em, rows, List.copyOf(properties));
    }

    private List<Object> values(E row) {
        List<Object> values = new ArrayList<>(attributes.size());
        attributes.forEach(attribute ->
                attribute.decompose(attribute.getValue(row), (index, value, column) -> values.add(value), session));
        return values;
    }
}
