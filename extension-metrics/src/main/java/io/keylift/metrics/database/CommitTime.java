// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.keylift.metrics.request.MeasuredWork;
import io.keylift.metrics.request.Phase;
import jakarta.transaction.Synchronization;
import org.hibernate.resource.transaction.spi.SynchronizationRegistry;

/**
 * Times the commits of one Hibernate session, each from its last statement until the commit is done. Rollbacks are not
 * timed. Hibernate reports a commit between the last flush and its end, which is cheaper than a synchronization with
 * the server's transaction manager.
 */
final class CommitTime implements Synchronization {

    private final SynchronizationRegistry transactions;
    private final MeasuredWork work;
    private long entered;
    private boolean isCommitting;

    CommitTime(SynchronizationRegistry transactions, MeasuredWork work) {
        this.transactions = transactions;
        this.work = work;
    }

    /** Times the next commit. Hibernate drops its synchronizations at the end of each transaction. */
    void awaitNext() {
        transactions.registerSynchronization(this);
    }

    @Override
    public synchronized void beforeCompletion() {
        isCommitting = true;
        entered = work.enter(Phase.COMMIT);
    }

    @Override
    public synchronized void afterCompletion(int status) {
        if (isCommitting) {
            isCommitting = false;
            work.exit(Phase.COMMIT, entered);
        }
    }
}
