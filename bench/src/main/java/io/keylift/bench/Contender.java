// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.Map;

/** A way to bring records into a realm. */
interface Contender {

    String label();

    /** Whether it can bring in these records. */
    boolean takes(Workload workload);

    /** Makes a realm with everything that the records refer to, and the records themselves. */
    Trial prepare(Workload workload) throws Exception;

    /** Seconds for which it must have worked before it counts. */
    double leastWarmUp();

    /**
     * Chooses for itself what serves it best, once it is warm.
     *
     * @return the rate that each choice had, by the choice; empty if there is nothing to choose
     */
    default Map<Integer, Double> tune(Workload workload) throws Exception {
        return Map.of();
    }

    /** Brings the records into the realm, and removes both. */
    @FunctionalInterface
    interface Trial {
        Run run() throws Exception;
    }
}
