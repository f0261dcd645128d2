// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.request.MeasuredWork;
import io.keylift.metrics.request.Phase;
import org.hibernate.resource.transaction.spi.TransactionObserver;

/**
 * Times the commits of one Hibernate session, each from its last statement until the commit is done. Rollbacks are not
 * timed. Hibernate reports a commit between the last flush and its end, which is cheaper than a synchronization with
 * the server's transaction manager.
 */
final class CommitTime implements TransactionObserver {

    private final MeasuredWork work;
    private final FailSafe failSafe;
    private long entered;
    private boolean isCommitting;

    CommitTime(MeasuredWork work, FailSafe failSafe) {
        this.work = work;
        this.failSafe = failSafe;
    }

    @Override
    public void afterBegin() {}

    @Override
    public synchronized void beforeCompletion() {
        failSafe.attempt(() -> {
            entered = work.enter(Phase.COMMIT);
            isCommitting = true;
        });
    }

    @Override
    public synchronized void afterCompletion(boolean successful, boolean delayed) {
        if (isCommitting) {
            isCommitting = false;
            failSafe.attempt(() -> work.exit(Phase.COMMIT, entered));
        }
    }
}
