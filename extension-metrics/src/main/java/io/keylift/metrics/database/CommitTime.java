// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.Work;
import jakarta.transaction.Synchronization;

/** Times the commit of one transaction, from its last statement until it is done. A rollback is not timed. */
final class CommitTime implements Synchronization {

    private final Work work;
    private long entered;
    private boolean isCommitting;

    CommitTime(Work work) {
        this.work = work;
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
