// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.request.RequestObserver;

/** Adds the time of each phase to the span of each request. */
public final class OpenTelemetryObserverFactory extends ThresholdFactory {

    private static final int DEFAULT_MILLIS = 100;

    public OpenTelemetryObserverFactory() {
        super(
                "opentelemetry",
                "pool-wait-event-millis",
                DEFAULT_MILLIS,
                "Minimum wait for a database connection that becomes an event of the request's span, in milliseconds.");
    }

    @Override
    RequestObserver observer(int thresholdMillis) {
        return Javaagent.isActive()
                ? new JavaagentObserver(thresholdMillis)
                : new OpenTelemetryObserver(thresholdMillis);
    }
}
