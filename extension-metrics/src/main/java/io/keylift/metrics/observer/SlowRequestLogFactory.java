// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.cluster.ClusterEvents;
import io.keylift.metrics.request.RequestObserver;

/** Logs each slow request in one line. */
public final class SlowRequestLogFactory extends ThresholdFactory {

    private static final int DEFAULT_MILLIS = 2000;

    public SlowRequestLogFactory() {
        super(
                "slow-request-log",
                "threshold-millis",
                DEFAULT_MILLIS,
                "Minimum duration of a request that is logged with its phases, in milliseconds.");
    }

    @Override
    RequestObserver observer(int thresholdMillis) {
        return new SlowRequestLog(thresholdMillis, ClusterEvents::instance);
    }
}
