// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.hook;

import jakarta.persistence.PersistenceException;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;
import org.keycloak.models.ModelException;

/**
 * Keeps failures of one hook away from Keycloak's request, which goes on without it. The first failure is logged. An
 * exception of the database passes on: its transaction is over.
 */
public final class Guard {

    private static final Logger LOG = Logger.getLogger(Guard.class);

    /** Code that returns nothing. */
    @FunctionalInterface
    public interface Action {
        void run() throws Exception;
    }

    private final String part;
    private final AtomicBoolean hasFailed = new AtomicBoolean();

    /** @param part name of the hook in the warning */
    public Guard(String part) {
        this.part = part;
    }

    /** Runs the action. */
    public void run(Action action) {
        call(
                () -> {
                    action.run();
                    return null;
                },
                null);
    }

    /**
     * Returns the result of the call.
     *
     * @param otherwise result if the call fails
     */
    public <T> T call(Callable<? extends T> call, T otherwise) {
        try {
            return call.call();
        } catch (PersistenceException | ModelException e) {
            throw e;
        } catch (Throwable e) {
            warnOnce(e);
            return otherwise;
        }
    }

    private void warnOnce(Throwable failure) {
        if (hasFailed.compareAndSet(false, true)) {
            try {
                LOG.warnf(failure, "A part of Keylift failed: %s (further failures are not logged)", part);
            } catch (Throwable e) {
                // The stack or the heap is exhausted: the request continues without the warning.
            }
        }
    }
}
