// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.PhaseCounts;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SessionImplementor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Commits of a real Hibernate. */
class CommitTimeTest {

    private static final SessionFactory SESSIONS = new Configuration()
            .setProperty("hibernate.connection.url", "jdbc:h2:mem:commits")
            .buildSessionFactory();

    private final PhaseCounts work = new PhaseCounts();
    private final TimedSessions timed = new TimedSessions(
            SESSIONS.unwrap(SessionFactoryImplementor.class), new FailSafe("commits"), () -> work, () -> null);

    @AfterAll
    static void close() {
        SESSIONS.close();
    }

    @Test
    void everyCommitOfASessionIsTimed() {
        try (Session session = SESSIONS.openSession()) {
            timed.time(session.unwrap(SessionImplementor.class));
            for (int transaction = 1; transaction <= 3; transaction++) {
                session.beginTransaction();
                session.createNativeQuery("select 1", Integer.class).getSingleResult();
                assertThat(work.entered(Phase.COMMIT)).isEqualTo(transaction - 1);
                session.getTransaction().commit();

                assertThat(work.entered(Phase.COMMIT)).isEqualTo(transaction);
                assertThat(work.exited(Phase.COMMIT)).isEqualTo(transaction);
            }
        }
    }

    @Test
    void aRollbackIsNoneAndKeepsNoCommitFromBeingTimed() {
        try (Session session = SESSIONS.openSession()) {
            timed.time(session.unwrap(SessionImplementor.class));
            session.beginTransaction();
            session.getTransaction().rollback();
            assertThat(work.entered(Phase.COMMIT)).isZero();

            session.beginTransaction();
            session.getTransaction().commit();
            assertThat(work.exited(Phase.COMMIT)).isEqualTo(1);
        }
    }
}
