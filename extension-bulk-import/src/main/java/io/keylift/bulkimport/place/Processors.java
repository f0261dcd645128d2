// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.place;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;

/** The processors that this node may use, and the time for which it has used them. */
public interface Processors {

    int count();

    /** Processor time of the whole node until now; negative if it is not known. */
    long busyNanos();

    /** Share of the processors that was in use, at most about 1; 0 if it is not known. */
    default double share(long busyNanos, long elapsedNanos) {
        return elapsedNanos > 0 ? Math.max(0, busyNanos) / ((double) elapsedNanos * count()) : 0;
    }

    /**
     * How many pieces of work can be done at the same time beside those that have kept this share of the processors
     * busy. With the processors half busy, twice as many could keep them busy. Half of the missing ones are added,
     * because the database needs processors for them, too, and perhaps the same ones.
     */
    static double more(int present, double share) {
        return share > 0 ? Math.max(0, present / share - present) / 2 : 0;
    }

    static Processors ofNode() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        return new Processors() {
            @Override
            public int count() {
                return Runtime.getRuntime().availableProcessors();
            }

            @Override
            public long busyNanos() {
                return system instanceof com.sun.management.OperatingSystemMXBean known
                        ? known.getProcessCpuTime()
                        : -1;
            }
        };
    }
}
