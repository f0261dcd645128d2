// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.TypedQuery;
import org.hibernate.Timeouts;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionImplementor;

/**
 * A shared lock on a realm's row. Keycloak locks this row exclusively when it begins to remove the realm and at the end
 * of a change.
 *
 * <p>On PostgreSQL, new shared locks overtake a transaction that waits for the exclusive one. Chunks that held the lock
 * from beginning to end would delay a change of the realm for as long as an import runs. There the lock is the last
 * statement of a chunk, and does not wait. Other databases grant locks in the order of the requests: there it is the
 * first statement. H2 has no shared locks, so none is taken.
 */
final class RealmLock {

    private final EntityManager em;
    private final Dialect dialect;

    RealmLock(EntityManager em) {
        this.em = em;
        dialect = em.unwrap(SessionImplementor.class).getJdbcServices().getDialect();
    }

    /** Called at the beginning of a chunk. Returns whether the realm exists; always true where the lock comes last. */
    boolean begin(String realmId) {
        return isLate() || dialect instanceof H2Dialect || await(realmId);
    }

    /** Called at the end of a chunk. Returns whether the realm is kept until the commit. */
    boolean end(String realmId) {
        return !isLate()
                || found(query(realmId).setHint("jakarta.persistence.lock.timeout", Timeouts.SKIP_LOCKED_MILLI));
    }

    /** Waits until no other transaction is changing the realm. Returns whether the realm exists then. */
    boolean await(String realmId) {
        return found(query(realmId));
    }

    private boolean isLate() {
        return dialect instanceof PostgreSQLDialect;
    }

    private TypedQuery<String> query(String realmId) {
        return em.createQuery("select r.id from RealmEntity r where r.id = :id", String.class)
                .setParameter("id", realmId)
                .setLockMode(LockModeType.PESSIMISTIC_READ);
    }

    private static boolean found(TypedQuery<String> query) {
        return !query.getResultList().isEmpty();
    }
}
