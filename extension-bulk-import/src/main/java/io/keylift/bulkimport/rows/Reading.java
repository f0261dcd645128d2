// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.hibernate.engine.jdbc.spi.JdbcCoordinator;
import org.hibernate.engine.spi.SessionImplementor;

/** Reads rows by SQL as Hibernate reads its own, so that whoever listens to its statements learns of these. */
final class Reading {

    private Reading() {}

    /** Sets the parameters of a statement. */
    interface Binding {
        void bind(PreparedStatement statement) throws SQLException;
    }

    /** Takes one row. */
    interface Row {
        void take(ResultSet row) throws SQLException;
    }

    static void of(SessionImplementor session, String sql, Binding binding, Row row) {
        JdbcCoordinator jdbc = session.getJdbcCoordinator();
        PreparedStatement statement = jdbc.getStatementPreparer().prepareStatement(sql);
        try {
            binding.bind(statement);
            try (ResultSet result = jdbc.getResultSetReturn().extract(statement, sql)) {
                while (result.next()) {
                    row.take(result);
                }
            }
        } catch (SQLException e) {
            throw session.getJdbcServices().getSqlExceptionHelper().convert(e, "Cannot read rows", sql);
        } finally {
            jdbc.getLogicalConnection().getResourceRegistry().release(statement);
            jdbc.afterStatementExecution();
        }
    }
}
