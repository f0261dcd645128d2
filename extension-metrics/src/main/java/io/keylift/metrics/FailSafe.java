// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/**
 * Keeps what one collector does from harming the server. It stops for good when what it hooks into is not as it was: a
 * class or a method of Keycloak's inside that has moved. Any other failure is that of one attempt and is passed over.
 * The first of each sort is warned of.
 */
public final class FailSafe {

    private static final Logger LOG = Logger.getLogger(FailSafe.class);

    /** What a collector does that may turn out to be impossible. */
    @FunctionalInterface
    public interface Attempt {
        void run() throws Exception;
    }

    private final String figures;
    private final AtomicBoolean isDown = new AtomicBoolean();
    private final AtomicBoolean hasFailed = new AtomicBoolean();

    /** @param figures what is missing without the collector, as the warning names it */
    public FailSafe(String figures) {
        this.figures = figures;
    }

    /** Does it unless it has turned out to be impossible. */
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
