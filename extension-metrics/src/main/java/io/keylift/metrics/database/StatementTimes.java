// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.Work;
import org.hibernate.SessionEventListener;

/** Times what one Hibernate session asks of the database. A session has one thread at a time. */
@SuppressWarnings("serial") // no session is ever serialized
final class StatementTimes implements SessionEventListener {

    private final Work work;
    private long entered;
    private long waitEntered;

    StatementTimes(Work work) {
        this.work = work;
    }

    @Override
    public void jdbcConnectionAcquisitionStart() {
        waitEntered = work.enter(Phase.POOL_WAIT);
    }

    /**
     * Also called if there was none to be had. Hibernate takes the connection while it prepares a statement: that has
     * not begun before.
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
