// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/**
 * Shields the server from failures of one collector. A {@link LinkageError}, a {@link ClassCastException} or a
 * reflective failure means that an internal class or method of Keycloak has changed: the collector stops for good. Any
 * other exception or error ends that one attempt. The first failure of each of the two kinds is logged.
 *
 * <p>Everything that the server calls runs as an attempt. Only the call of the server's own code, which a collector
 * times, stays outside: what that throws passes on.
 */
public final class FailSafe {

    private static final Logger LOG = Logger.getLogger(FailSafe.class);

    /** An action of a collector. */
    @FunctionalInterface
    public interface Attempt {
        void run() throws Exception;
    }

    private final String figures;
    private final AtomicBoolean isDown = new AtomicBoolean();
    private final AtomicBoolean hasFailed = new AtomicBoolean();

    /** @param figures figures that are missing if the collector stops, as the warning names them */
    public FailSafe(String figures) {
        this.figures = figures;
    }

    /** Runs the action, unless the collector has stopped. */
    public void attempt(Attempt attempt) {
        if (!isDown.get()) {
            try {
                attempt.run();
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    /**
     * Runs the action, unless the collector has stopped.
     *
     * @param otherwise result if the action fails or the collector has stopped
     */
    public <T> T attempt(Callable<? extends T> attempt, T otherwise) {
        if (!isDown.get()) {
            try {
                return attempt.call();
            } catch (Throwable e) {
                failed(e);
            }
        }
        return otherwise;
    }

    private void failed(Throwable failure) {
        if (failure instanceof LinkageError
                || failure instanceof ClassCastException
                || failure instanceof ReflectiveOperationException) {
            warnOnce(
                    isDown, failure, "This Keycloak is incompatible with a part of Keylift, which is now disabled: %s");
        } else {
            warnOnce(hasFailed, failure, "A part of Keylift failed: %s (further failures are not logged)");
        }
    }

    private void warnOnce(AtomicBoolean isTold, Throwable failure, String message) {
        if (isTold.compareAndSet(false, true)) {
            try {
                LOG.warnf(failure, message, figures);
            } catch (Throwable e) {
                // The stack or the heap is exhausted: the request continues without the warning.
            }
        }
    }
}
