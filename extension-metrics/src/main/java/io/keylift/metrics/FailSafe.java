// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/**
 * Shields the server from failures of one collector. A {@link LinkageError}, a {@link ClassCastException} or a
 * reflective failure means that an internal class or method of Keycloak has changed: the collector stops for good. Any
 * other exception ends that one attempt. The first failure of each of the two kinds is logged.
 */
public final class FailSafe {

    private static final Logger LOG = Logger.getLogger(FailSafe.class);

    /** One action of a collector. */
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
        if (isDown.get()) {
            return;
        }
        try {
            attempt.run();
        } catch (LinkageError | ClassCastException | ReflectiveOperationException e) {
            if (isDown.compareAndSet(false, true)) {
                LOG.warnf(
                        e, "This Keycloak is incompatible with a part of Keylift, which is now disabled: %s", figures);
            }
        } catch (Exception e) {
            if (hasFailed.compareAndSet(false, true)) {
                LOG.warnf(e, "A part of Keylift failed: %s (further failures are not logged)", figures);
            }
        }
    }
}
