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
 * Logs which indexes are missing, or creates them on a connection without a transaction. On PostgreSQL this does not
 * block writers, and only one node creates them.
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

    /** @param create whether to create them */
    void run(boolean create) {
        try {
            ConnectionProvider connections = factory.getServiceRegistry().requireService(ConnectionProvider.class);
            Connection connection = connections.getConnection();
            try {
                run(connections, connection, create);
            } finally {
                connections.closeConnection(connection);
            }
        } catch (SQLException e) {
            LOG.warn("Failed to check for missing indexes", e);
        }
    }

    private void run(ConnectionProvider connections, Connection connection, boolean create) throws SQLException {
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
        } else {
            createConcurrently(connections, connection);
        }
    }

    /**
     * Creates the indexes while another connection holds the lock in a transaction. CREATE INDEX CONCURRENTLY cannot
     * run in a transaction. A session-level lock is no alternative: behind PgBouncer it can stay on a pooled
     * connection.
     */
    private void createConcurrently(ConnectionProvider connections, Connection connection) throws SQLException {
        Connection holder = connections.getConnection();
        try {
            holder.setAutoCommit(false);
            try {
                // CREATE INDEX CONCURRENTLY waits for the snapshots of all transactions, so this one must keep none:
                // neither by its isolation level nor by the portal of its last query, which the savepoint replaces.
                execute(holder, "set transaction isolation level read committed");
                if (isLocked(holder)) {
                    execute(holder, "savepoint locked");
                    create(connection, true);
                }
            } finally {
                holder.rollback();
            }
        } finally {
            connections.closeConnection(holder);
        }
    }

    private void create(Connection connection, boolean concurrently) throws SQLException {
        for (Index index : MissingIndexes.in(connection, schema)) {
            String sql = index.sql(concurrently, schema);
            long start = System.nanoTime();
            try {
                execute(connection, sql);
                LOG.infof("Created a missing index in %d s: %s", (System.nanoTime() - start) / 1_000_000_000, sql);
            } catch (SQLException e) {
                LOG.warnf("Failed to create a missing index: %s: %s", e.getMessage(), sql);
            }
        }
    }

    /** Takes the lock until the end of the transaction, unless another node has it. */
    private static boolean isLocked(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select pg_try_advisory_xact_lock(" + LOCK + ")")) {
            return row.next() && row.getBoolean(1);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
