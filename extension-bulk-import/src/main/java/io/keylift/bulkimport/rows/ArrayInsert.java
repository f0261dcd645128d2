// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.metamodel.mapping.AttributeMapping;
import org.hibernate.metamodel.mapping.EntityIdentifierMapping;
import org.hibernate.metamodel.mapping.SelectableMapping;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Inserts many entities of one type with an {@link ArrayStatement}. Table, columns and values follow from Hibernate's
 * mapping.
 */
final class ArrayInsert {

    private final EntityIdentifierMapping id;
    private final List<AttributeMapping> attributes;
    private final ArrayStatement statement;

    private ArrayInsert(EntityIdentifierMapping id, List<AttributeMapping> attributes, ArrayStatement statement) {
        this.id = id;
        this.attributes = attributes;
        this.statement = statement;
    }

    /** The statement for this entity; empty if its mapping does not allow one. */
    static Optional<ArrayInsert> of(EntityPersister entity) {
        List<AttributeMapping> attributes = new ArrayList<>();
        List<SelectableMapping> selectables = new ArrayList<>();
        entity.getIdentifierMapping().forEachSelectable((index, column) -> selectables.add(column));
        entity.forEachAttributeMapping(attribute -> {
            if (!attribute.isPluralAttributeMapping()
                    && attribute.getAttributeMetadata().isInsertable()) {
                attributes.add(attribute);
                attribute.forEachSelectable((index, column) -> selectables.add(column));
            }
        });
        boolean simple = entity.getQuerySpaces().length == 1
                && !entity.hasSubclasses()
                && !entity.getGenerator().generatedOnExecution()
                && attributes.stream().allMatch(attribute -> attribute.getGenerator() == null);
        String table = entity.getIdentifierTableDetails().getTableName();
        return simple
                ? ArrayStatement.of(table, selectables)
                        .map(statement -> new ArrayInsert(entity.getIdentifierMapping(), attributes, statement))
                : Optional.empty();
    }

    String sql() {
        return statement.sql();
    }

    /** Names of the columns in capitals, without those of the id. */
    List<String> columns() {
        List<String> columns = new ArrayList<>();
        attributes.forEach(attribute -> attribute.forEachSelectable((index, column) -> columns.add(name(column))));
        return columns;
    }

    private static String name(SelectableMapping column) {
        return column.getSelectionExpression().toUpperCase(Locale.ROOT);
    }

    /** Values of an entity in the order of {@link #columns}. */
    List<Object> values(Object row, SharedSessionContractImplementor session) {
        List<Object> values = new ArrayList<>();
        attributes.forEach(attribute -> attribute.decompose(
                attribute.getValue(row),
                (index, value, column) -> values.add(statement.column(column).value(value, session)),
                session));
        return values;
    }

    /** The attribute with this column, whose name is in capitals; {@code null} for none. */
    AttributeMapping attribute(String column) {
        return attributes.stream()
                .filter(attribute -> attribute.getJdbcTypeCount() == 1
                        && name(attribute.getSelectable(0)).equals(column))
                .findFirst()
                .orElse(null);
    }

    void insert(List<?> rows, SharedSessionContractImplementor session) {
        new ArrayValues(id, attributes, statement).write(rows, session);
    }
}
