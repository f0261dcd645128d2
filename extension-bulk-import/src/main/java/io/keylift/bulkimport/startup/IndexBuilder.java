// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.startup;

import io.keylift.bulkimport.startup.MissingIndexes.Index;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jboss.logging.Logger;

/**
 * Says which indexes are missing, or makes them, on a connection without a transaction. On PostgreSQL that keeps nobody
 * from writing, and of several nodes one does it.
 */
final class IndexBuilder {

    private static final Logger LOG = Logger.getLogger(IndexBuilder.class);

    /** Key of PostgreSQL's advisory lock: "keylift" in ASCII. */
    private static final long LOCK = 0x6b65796c696674L;

    private final SessionFactoryImplementor factory;
    private final String schema;

    IndexBuilder(SessionFactoryImplementor factory) {
        this.factory = factory;
        schema = factory.getSessionFactoryOptions().getDefaultSchema();
    }

    /** @param create whether to make them */
    void run(boolean create) {
        try {
            ConnectionProvider connections = factory.getServiceRegistry().requireService(ConnectionProvider.class);
            Connection connection = connections.getConnection();
            try {
                run(connection, create);
            } finally {
                connections.closeConnection(connection);
            }
        } catch (SQLException e) {
            LOG.warn("Failed to check for missing indexes", e);
        }
    }

    private void run(Connection connection, boolean create) throws SQLException {
        boolean postgres = Databases.POSTGRESQL.equals(connection.getMetaData().getDatabaseProductName());
        if (!create) {
            List<String> sql = MissingIndexes.in(connection, schema).stream()
                    .map(index -> index.sql(postgres, schema) + ";")
                    .toList();
            if (!sql.isEmpty()) {
                LOG.warnf(
                        "Keycloak omitted indexes on large tables, so imports and removals scan whole tables. Create"
                                + " the indexes, or start once with"
                                + " --spi-admin-realm-restapi-extension--bulk-import--create-missing-indexes=true: %s",
                        String.join(" ", sql));
            }
        } else if (!postgres) {
            create(connection, false);
        } else if (query(connection, "select pg_try_advisory_lock(" + LOCK + ")")) {
            try {
                create(connection, true);
            } finally {
                query(connection, "select pg_advisory_unlock(" + LOCK + ")");
            }
        }
    }

    private void create(Connection connection, boolean concurrently) throws SQLException {
        for (Index index : MissingIndexes.in(connection, schema)) {
            String sql = index.sql(concurrently, schema);
            long start = System.nanoTime();
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
                LOG.infof("Created a missing index in %d s: %s", (System.nanoTime() - start) / 1_000_000_000, sql);
            } catch (SQLException e) {
                LOG.warnf("Failed to create a missing index: %s: %s", e.getMessage(), sql);
            }
        }
    }

    private static boolean query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() && row.getBoolean(1);
        }
    }
}
