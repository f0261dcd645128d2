// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import java.util.List;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.metamodel.mapping.AttributeMapping;
import org.hibernate.metamodel.mapping.EntityIdentifierMapping;
import org.hibernate.metamodel.mapping.ModelPart;
import org.hibernate.metamodel.mapping.SelectableMapping;

/** The values of entities for an {@link ArrayStatement}: one array for each column. */
final class ArrayValues {

    private final EntityIdentifierMapping id;
    private final List<AttributeMapping> attributes;
    private final ArrayStatement statement;

    ArrayValues(EntityIdentifierMapping id, List<AttributeMapping> attributes, ArrayStatement statement) {
        this.id = id;
        this.attributes = attributes;
        this.statement = statement;
    }

    void write(List<?> rows, SharedSessionContractImplementor session) {
        for (int from = 0; from < rows.size(); from += ArrayStatement.MAX_ROWS) {
            List<?> some = rows.subList(from, Math.min(rows.size(), from + ArrayStatement.MAX_ROWS));
            statement.execute(new Arrays(some, session).arrays, session);
        }
    }

    private final class Arrays implements ModelPart.JdbcValueConsumer {

        private final Object[][] arrays;
        private final SharedSessionContractImplementor session;
        private int row;

        Arrays(List<?> rows, SharedSessionContractImplementor session) {
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
