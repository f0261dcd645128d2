// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.EntityManager;
import java.sql.PreparedStatement;
import java.util.List;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionImplementor;

/** Statements that Hibernate cannot express, such as one that changes a key, executed many times in one batch. */
public final class JdbcBatch {

    private JdbcBatch() {}

    /**
     * Executes an update of an entity's table once for each row of parameters, which are all strings.
     *
     * @param sql with {@code {table}} for the name of the entity's table
     */
    public static void execute(EntityManager em, Class<?> entity, String sql, List<String[]> parameters) {
        if (parameters.isEmpty()) {
            return;
        }
        String table = em.unwrap(SessionImplementor.class)
                .getFactory()
                .getMappingMetamodel()
                .getEntityDescriptor(entity)
                .getIdentifierTableDetails()
                .getTableName();
        em.unwrap(Session.class).doWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql.replace("{table}", table))) {
                for (String[] row : parameters) {
                    for (int i = 0; i < row.length; i++) {
                        statement.setString(i + 1, row[i]);
                    }
                    statement.addBatch();
                }
                statement.executeBatch();
            }
        });
    }
}
