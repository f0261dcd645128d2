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

    StatementTimes(Work work) {
        this.work = work;
    }

    @Override
    public void jdbcConnectionAcquisitionStart() {
        entered = work.enter(Phase.POOL_WAIT);
    }

    @Override
    public void jdbcConnectionAcquisitionEnd() {
        work.connectionAcquired(work.exit(Phase.POOL_WAIT, entered));
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
