// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The rates of an import over its duration, by the times of the commits of its chunks. */
final class RatesByTenth {

    private RatesByTenth() {}

    /**
     * A committed chunk.
     *
     * @param records number of its records
     * @param seconds seconds from the start of the request to the commit
     */
    record Commit(long records, double seconds) {}

    /**
     * Records a second of each tenth of the records. The records of a chunk are spread evenly over the time since the
     * commit before; a tenth that took no time at all has no rate (NaN).
     */
    static List<Double> of(List<Commit> commits) {
        List<Commit> inOrder = commits.stream()
                .sorted(Comparator.comparingDouble(Commit::seconds))
                .toList();
        long all = inOrder.stream().mapToLong(Commit::records).sum();
        List<Double> rates = new ArrayList<>();
        double begin = 0;
        for (int tenth = 1; tenth <= 10; tenth++) {
            double end = secondsUntil(all * tenth / 10.0, inOrder);
            rates.add(end > begin ? all / 10.0 / (end - begin) : Double.NaN);
            begin = end;
        }
        return rates;
    }

    private static double secondsUntil(double records, List<Commit> inOrder) {
        double done = 0;
        double before = 0;
        for (Commit commit : inOrder) {
            if (commit.records > 0 && done + commit.records >= records) {
                return before + (commit.seconds - before) * (records - done) / commit.records;
            }
            done += commit.records;
            before = commit.seconds;
        }
        return before;
    }
}
