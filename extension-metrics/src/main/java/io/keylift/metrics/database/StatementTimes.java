// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.keylift.metrics.FailSafe;
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
    private final FailSafe failSafe;
    private String prepared;
    private boolean isInStatement;
    private long entered;
    private boolean isWaiting;
    private long waitEntered;

    /** @param texts returns the text of the statement that this thread prepares, or {@code null} */
    StatementTimes(MeasuredWork work, Supplier<String> texts, FailSafe failSafe) {
        this.work = work;
        this.texts = texts;
        this.failSafe = failSafe;
    }

    @Override
    public void jdbcConnectionAcquisitionStart() {
        failSafe.attempt(() -> {
            waitEntered = work.enter(Phase.POOL_WAIT);
            isWaiting = true;
        });
    }

    /**
     * Also called if no connection could be acquired. Hibernate acquires the connection while it prepares a statement,
     * so the time of the statement starts after that.
     */
    @Override
    public void jdbcConnectionAcquisitionEnd() {
        if (isWaiting) {
            isWaiting = false;
            failSafe.attempt(() -> {
                long wait = work.exit(Phase.POOL_WAIT, waitEntered);
                work.connectionAcquired(wait);
                entered += wait;
            });
        }
    }

    @Override
    public void jdbcPrepareStatementStart() {
        failSafe.attempt(() -> {
            prepared = texts.get();
            begin();
        });
    }

    @Override
    public void jdbcPrepareStatementEnd() {
        failSafe.attempt(this::ended);
    }

    @Override
    public void jdbcExecuteStatementStart() {
        failSafe.attempt(this::begin);
    }

    @Override
    public void jdbcExecuteStatementEnd() {
        failSafe.attempt(this::executed);
    }

    @Override
    public void jdbcExecuteBatchStart() {
        failSafe.attempt(this::begin);
    }

    @Override
    public void jdbcExecuteBatchEnd() {
        failSafe.attempt(this::executed);
    }

    private void begin() {
        isInStatement = false;
        entered = work.enter(Phase.SQL);
        isInStatement = true;
    }

    /** @return duration in nanoseconds, or -1 if its beginning failed */
    private long ended() {
        if (!isInStatement) {
            return -1;
        }
        isInStatement = false;
        return work.exit(Phase.SQL, entered);
    }

    private void executed() {
        long nanos = ended();
        if (nanos >= 0) {
            work.executed(prepared, nanos);
        }
    }
}
