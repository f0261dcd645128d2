// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.startup;

import java.util.Locale;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.metamodel.mapping.CollectionPart;
import org.hibernate.metamodel.mapping.PluralAttributeMapping;
import org.hibernate.metamodel.mapping.SelectableConsumer;
import org.hibernate.persister.entity.EntityPersister;

/** The tables and columns of Hibernate's mapping; all names in capitals and without a schema. */
final class MappedTables {

    private final SortedMap<String, SortedSet<String>> columns = new TreeMap<>();

    private MappedTables() {}

    static SortedMap<String, SortedSet<String>> of(SessionFactoryImplementor factory) {
        return of(factory, entity -> true);
    }

    /** @param entities selects entities by the simple names of their classes */
    static SortedMap<String, SortedSet<String>> of(SessionFactoryImplementor factory, Predicate<String> entities) {
        MappedTables tables = new MappedTables();
        factory.getMappingMetamodel().forEachEntityDescriptor(entity -> {
            if (entities.test(entity.getMappedClass().getSimpleName())) {
                tables.add(entity);
            }
        });
        return tables.columns;
    }

    private void add(EntityPersister entity) {
        SelectableConsumer column = (index, selectable) -> {
            if (!selectable.isFormula()) {
                add(selectable.getContainingTableExpression(), selectable.getSelectionExpression());
            }
        };
        entity.getIdentifierMapping().forEachSelectable(column);
        entity.forEachAttributeMapping(attribute -> {
            if (attribute.isPluralAttributeMapping()) {
                add(attribute.asPluralAttributeMapping());
            } else {
                attribute.forEachSelectable(column);
            }
        });
    }

    private void add(PluralAttributeMapping collection) {
        String table = collection.getSeparateCollectionTable();
        if (table == null) {
            return;
        }
        SelectableConsumer column = (index, selectable) -> add(table, selectable.getSelectionExpression());
        collection.getKeyDescriptor().getKeyPart().forEachSelectable(column);
        collection.getElementDescriptor().forEachSelectable(column);
        CollectionPart key = collection.getIndexDescriptor();
        if (key != null) {
            key.forEachSelectable(column);
        }
    }

    private void add(String table, String column) {
        columns.computeIfAbsent(name(table), name -> new TreeSet<>()).add(name(column));
    }

    /** The name as in Keycloak's entities: without schema and quotes, in capitals. */
    static String name(String expression) {
        return expression
                .substring(expression.lastIndexOf('.') + 1)
                .replaceAll("[\"`\\[\\]]", "")
                .toUpperCase(Locale.ROOT);
    }
}
