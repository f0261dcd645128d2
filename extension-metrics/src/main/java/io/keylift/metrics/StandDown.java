// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/**
 * Lets one collector stop for good when what it hooks into is not as it was: a class, a method or a promise of Keycloak's inside that has moved. The server goes on
 * without its figures.
 */
public final class StandDown {

    private static final Logger LOG = Logger.getLogger(StandDown.class);

    /** What a collector does that may turn out to be impossible. */
    @FunctionalInterface
    public interface Attempt {
        void run() throws Exception;
    }

    private final String figures;
    private final AtomicBoolean isDown = new AtomicBoolean();

    /** @param figures what is missing without the collector, as the warning names it */
    public StandDown(String figures) {
        this.figures = figures;
    }

    /** Does it unless it has failed before. */
    public void attempt(Attempt attempt) {
        if (isDown.get()) {
            return;
        }
        try {
            attempt.run();
        } catch (Exception | LinkageError e) {
            if (isDown.compareAndSet(false, true)) {
                LOG.warnf(e, "This Keycloak is not as expected: it goes on without %s", figures);
            }
        }
    }
}
