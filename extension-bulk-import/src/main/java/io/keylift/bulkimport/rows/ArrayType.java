// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import java.lang.reflect.Array;
import java.util.Optional;
import org.hibernate.metamodel.mapping.JdbcMapping;
import org.hibernate.type.SqlTypes;

/** Column types whose values can be passed to PostgreSQL as an array. */
enum ArrayType {
    TEXT("varchar", String.class),
    SHORT("int2", Short.class),
    INTEGER("int4", Integer.class),
    LONG("int8", Long.class),
    BOOLEAN("bool", Boolean.class),
    BYTES("bytea", byte[].class);

    private final String sqlName;
    private final Class<?> javaType;

    ArrayType(String sqlName, Class<?> javaType) {
        this.sqlName = sqlName;
        this.javaType = javaType;
    }

    /** The type for a column of this mapping; empty if there is none. */
    static Optional<ArrayType> of(JdbcMapping mapping) {
        return switch (mapping.getJdbcType().getDdlTypeCode()) {
            case SqlTypes.VARCHAR, SqlTypes.NVARCHAR, SqlTypes.LONG32VARCHAR, SqlTypes.LONG32NVARCHAR ->
                Optional.of(TEXT);
            case SqlTypes.TINYINT, SqlTypes.SMALLINT -> Optional.of(SHORT);
            case SqlTypes.INTEGER -> Optional.of(INTEGER);
            case SqlTypes.BIGINT -> Optional.of(LONG);
            case SqlTypes.BOOLEAN -> Optional.of(BOOLEAN);
            case SqlTypes.VARBINARY -> Optional.of(BYTES);
            default -> Optional.empty();
        };
    }

    /** PostgreSQL's name of an element's type. */
    String sqlName() {
        return sqlName;
    }

    /** Java type of an element, as the driver requires it. */
    Class<?> javaType() {
        return javaType;
    }

    Object[] newArray(int length) {
        return (Object[]) Array.newInstance(javaType, length);
    }
}
