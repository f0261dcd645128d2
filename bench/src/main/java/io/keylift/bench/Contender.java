// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.Map;

/** A way to bring records into a realm. */
interface Contender {

    String label();

    /** Whether it can import these records. */
    boolean takes(Workload workload);

    /** Creates a realm with all objects to which the records refer, and the records themselves. */
    Trial prepare(Workload workload) throws Exception;

    /** Minimum seconds of warm-up before it is measured. */
    double leastWarmUp();

    /**
     * Chooses its best setting, after the warm-up.
     *
     * @return rate by setting; empty if there is nothing to choose
     */
    default Map<Integer, Double> tune(Workload workload) throws Exception {
        return Map.of();
    }

    /** Imports the records into the realm, and removes both. */
    @FunctionalInterface
    interface Trial {
        Run run() throws Exception;
    }
}
