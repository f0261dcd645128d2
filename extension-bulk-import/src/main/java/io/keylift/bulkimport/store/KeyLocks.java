// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.JobSpec;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.hibernate.Session;

/**
 * The advisory locks of {@link TakenKeys} for a kind in a realm, and the transaction ids that it compares. PostgreSQL
 * releases all these locks when the transaction ends.
 */
final class KeyLocks {

    private static final int GATE = -1;
    private static final int TURN = -2;

    /** A rollback to a savepoint releases the locks that were taken after it. */
    private static final String PASS = "SAVEPOINT keylift_gate;SELECT pg_advisory_xact_lock(%d, %d);"
            + "ROLLBACK TO SAVEPOINT keylift_gate;RELEASE SAVEPOINT keylift_gate";

    private final EntityManager em;
    private final int space;

    KeyLocks(EntityManager em, JobSpec job) {
        this.em = em;
        space = ("keylift " + job.realmId() + " " + job.kind()).hashCode();
    }

    /** Waits for all transactions that share the gate, and lets no later one wait for longer than that. */
    void passGate() {
        session().doWork(connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute(PASS.formatted(space, GATE));
            }
        });
    }

    void shareGate() {
        lock("pg_advisory_xact_lock_shared", GATE);
    }

    /** Waits until no other transaction has the turn, and takes it. */
    void awaitTurn() {
        lock("pg_advisory_xact_lock", TURN);
    }

    /** Gives the transaction its id, which it would otherwise get when it first writes. */
    void beginTransactionId() {
        number(em, "select pg_current_xact_id()::text::bigint");
    }

    /** An id above those of all transactions that have one. */
    long nextTransactionId() {
        return number(em, "select pg_snapshot_xmax(pg_current_snapshot())::text::bigint");
    }

    /** All transactions with an id below this one have ended. */
    static long oldestTransactionId(EntityManager em) {
        return number(em, "select pg_snapshot_xmin(pg_current_snapshot())::text::bigint");
    }

    private void lock(String function, int key) {
        session().doWork(connection -> lock(connection, function, key));
    }

    private void lock(Connection connection, String function, int key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select " + function + "(?, ?)")) {
            statement.setInt(1, space);
            statement.setInt(2, key);
            statement.execute();
        }
    }

    private static long number(EntityManager em, String query) {
        return em.unwrap(Session.class).doReturningWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(query);
                    ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        });
    }

    private Session session() {
        return em.unwrap(Session.class);
    }
}
