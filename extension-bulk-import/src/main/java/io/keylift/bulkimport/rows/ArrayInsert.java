// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.metamodel.mapping.AttributeMapping;
import org.hibernate.metamodel.mapping.EntityIdentifierMapping;
import org.hibernate.metamodel.mapping.ModelPart;
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

    void insert(List<?> rows, SharedSessionContractImplementor session) {
        for (int from = 0; from < rows.size(); from += ArrayStatement.MAX_ROWS) {
            List<?> some = rows.subList(from, Math.min(rows.size(), from + ArrayStatement.MAX_ROWS));
            statement.execute(new Values(some, session).arrays, session);
        }
    }

    /** Turns rows into one array per column. */
    private final class Values implements ModelPart.JdbcValueConsumer {

        private final Object[][] arrays;
        private final SharedSessionContractImplementor session;
        private int row;

        Values(List<?> rows, SharedSessionContractImplementor session) {
            this.session = session;
            arrays = statement.newArrays(rows.size());
            for (Object each : rows) {
                id.decompose(id.getIdentifier(each), this, session);
                attributes.forEach(attribute -> attribute.decompose(attribute.getValue(each), this, session));
                row++;
            }
        }

        @Override
        public void consume(int index, Object value, SelectableMapping selectable) {
            ArrayStatement.Column column = statement.column(selectable);
            arrays[column.position()][row] = column.value(value, session);
        }
    }
}
