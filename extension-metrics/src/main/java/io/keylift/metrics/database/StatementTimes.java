// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.keylift.metrics.request.MeasuredWork;
import io.keylift.metrics.request.Phase;
import org.hibernate.SessionEventListener;

/** Times the statements of one Hibernate session. A session is used by one thread at a time. */
@SuppressWarnings("serial") // no session is ever serialized
final class StatementTimes implements SessionEventListener {

    private final MeasuredWork work;
    private long entered;
    private long waitEntered;

    StatementTimes(MeasuredWork work) {
        this.work = work;
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
        entered = work.enter(Phase.SQL);
    }

    @Override
    public void jdbcPrepareStatementEnd() {
        work.exit(Phase.SQL, entered);
    }

    @Override
    public void jdbcExecuteStatementStart() {
        work.countStatement();
        entered = work.enter(Phase.SQL);
    }

    @Override
    public void jdbcExecuteStatementEnd() {
        work.exit(Phase.SQL, entered);
    }

    @Override
    public void jdbcExecuteBatchStart() {
        work.countStatement();
        entered = work.enter(Phase.SQL);
    }

    @Override
    public void jdbcExecuteBatchEnd() {
        work.exit(Phase.SQL, entered);
    }
}
