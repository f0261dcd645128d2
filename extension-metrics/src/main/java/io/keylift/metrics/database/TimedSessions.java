// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.request.MeasuredWork;
import jakarta.persistence.SynchronizationType;
import java.util.function.Supplier;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionFactoryDelegatingImpl;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SessionImplementor;

/**
 * Times the statements and the commits of the sessions that it opens. It sees a session before Keycloak hides it behind
 * a proxy, whose every call costs a microsecond.
 */
@SuppressWarnings("serial") // never serialized
final class TimedSessions extends SessionFactoryDelegatingImpl {

    private final FailSafe failSafe;
    private final Supplier<MeasuredWork> current;
    private final Supplier<String> texts;

    /**
     * @param current returns the work of the current thread
     * @param texts returns the text of the statement that this thread prepares, or {@code null}
     */
    TimedSessions(
            SessionFactoryImplementor sessions,
            FailSafe failSafe,
            Supplier<MeasuredWork> current,
            Supplier<String> texts) {
        super(sessions);
        this.failSafe = failSafe;
        this.current = current;
        this.texts = texts;
    }

    @Override
    public Session createEntityManager(SynchronizationType type) {
        Session session = super.createEntityManager(type);
        failSafe.attempt(() -> time((SessionImplementor) session));
        return session;
    }

    /** Starts timing this session. */
    void time(SessionImplementor session) {
        MeasuredWork work = current.get();
        session.getTransactionCoordinator().addObserver(new CommitTime(work, failSafe));
        session.addEventListeners(new StatementTimes(work, texts, failSafe));
    }
}
