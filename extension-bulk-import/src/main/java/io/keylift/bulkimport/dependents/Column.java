// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.util.Base64;

/**
 * A column of a table. Its values are of JSON's types: {@code null}, texts, {@link Long} and {@link Boolean}.
 *
 * @param name in capitals
 * @param sql name in statements
 * @param type one of {@link Types}
 */
record Column(String name, String sql, int type) {

    Object read(ResultSet row, int index) throws SQLException {
        switch (type) {
            case Types.BIT, Types.BOOLEAN -> {
                boolean value = row.getBoolean(index);
                return row.wasNull() ? null : (Object) value;
            }
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> {
                long value = row.getLong(index);
                return row.wasNull() ? null : (Object) value;
            }
            case Types.NUMERIC, Types.DECIMAL, Types.REAL, Types.FLOAT, Types.DOUBLE -> {
                BigDecimal value = row.getBigDecimal(index);
                return value == null ? null : value.toString();
            }
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> {
                byte[] value = row.getBytes(index);
                return value == null ? null : Base64.getEncoder().encodeToString(value);
            }
            case Types.TIMESTAMP -> {
                Timestamp value = row.getTimestamp(index);
                return value == null ? null : value.toString();
            }
            case Types.TIMESTAMP_WITH_TIMEZONE -> {
                OffsetDateTime value = row.getObject(index, OffsetDateTime.class);
                return value == null ? null : value.toString();
            }
            default -> {
                return row.getString(index);
            }
        }
    }

    void bind(PreparedStatement statement, int index, Object value) throws SQLException {
        if (value == null) {
            statement.setNull(index, type);
            return;
        }
        switch (type) {
            case Types.BIT, Types.BOOLEAN -> statement.setBoolean(index, (Boolean) value);
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> statement.setLong(index, (Long) value);
            case Types.NUMERIC, Types.DECIMAL, Types.REAL, Types.FLOAT, Types.DOUBLE ->
                statement.setBigDecimal(index, new BigDecimal((String) value));
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
                statement.setBytes(index, Base64.getDecoder().decode((String) value));
            case Types.TIMESTAMP -> statement.setTimestamp(index, Timestamp.valueOf((String) value));
            case Types.TIMESTAMP_WITH_TIMEZONE -> statement.setObject(index, OffsetDateTime.parse((String) value));
            case Types.OTHER -> statement.setObject(index, value, Types.OTHER);
            default -> statement.setString(index, (String) value);
        }
    }
}
