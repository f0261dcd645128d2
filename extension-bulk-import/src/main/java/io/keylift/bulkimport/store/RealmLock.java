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
 * A shared lock on a realm's row, which Keycloak locks for itself as the first thing of a removal and at the end of a
 * change.
 *
 * <p>PostgreSQL lets those who share a lock overtake one who waits to have it alone, so chunks that held it from
 * beginning to end would keep changes of the realm waiting as long as an import runs: there it is the last statement of
 * a chunk, and does not wait. Others grant locks in the order of the requests: there it is the first statement. H2 has
 * no shared locks, and goes without.
 */
final class RealmLock {

    private final EntityManager em;
    private final Dialect dialect;

    RealmLock(EntityManager em) {
        this.em = em;
        dialect = em.unwrap(SessionImplementor.class).getJdbcServices().getDialect();
    }

    /** At the beginning of a chunk: whether the realm is there, as far as it is asked. */
    boolean begin(String realmId) {
        return isLate() || dialect instanceof H2Dialect || await(realmId);
    }

    /** At its end: whether the realm stays until the commit. */
    boolean end(String realmId) {
        return !isLate()
                || found(query(realmId).setHint("jakarta.persistence.lock.timeout", Timeouts.SKIP_LOCKED_MILLI));
    }

    /** Waits for who is changing the realm; whether it is there then. */
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
