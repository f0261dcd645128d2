// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.keylift.metrics.request.MeasuredWork;
import io.keylift.metrics.request.Phase;
import java.util.function.Supplier;
import org.hibernate.SessionEventListener;

/**
 * Times the statements of one Hibernate session. A session is used by one thread at a time, and executes the statement
 * that it has prepared last.
 */
@SuppressWarnings("serial") // no session is ever serialized
final class StatementTimes implements SessionEventListener {

    private final MeasuredWork work;
    private final Supplier<String> texts;
    private String prepared;
    private long entered;
    private long waitEntered;

    /** @param texts returns the text of the statement that this thread prepares, or {@code null} */
    StatementTimes(MeasuredWork work, Supplier<String> texts) {
        this.work = work;
        this.texts = texts;
    }

    @Override
    public void jdbcConnectionAcquisitionStart() {
        waitEntered = work.enter(Phase.POOL_WAIT);
    }

    /**
     * Also called if no connection could be acquired. Hibernate acquires the connection while it prepares a statement,
     * so the time of the statement starts after that.
     */
    @Override
    public void jdbcConnectionAcquisitionEnd() {
        long wait = work.exit(Phase.POOL_WAIT, waitEntered);
        work.connectionAcquired(wait);
        entered += wait;
    }

    @Override
    public void jdbcPrepareStatementStart() {
        prepared = texts.get();
        entered = work.enter(Phase.SQL);
    }

    @Override
    public void jdbcPrepareStatementEnd() {
        work.exit(Phase.SQL, entered);
    }

    @Override
    public void jdbcExecuteStatementStart() {
        entered = work.enter(Phase.SQL);
    }

    @Override
    public void jdbcExecuteStatementEnd() {
        work.executed(prepared, work.exit(Phase.SQL, entered));
    }

    @Override
    public void jdbcExecuteBatchStart() {
        entered = work.enter(Phase.SQL);
    }

    @Override
    public void jdbcExecuteBatchEnd() {
        work.executed(prepared, work.exit(Phase.SQL, entered));
    }
}
