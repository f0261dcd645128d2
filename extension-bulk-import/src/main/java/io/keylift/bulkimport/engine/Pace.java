// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** The current speed of a run: records committed and bytes read during the last seconds, without pauses. */
final class Pace {

    static final long WINDOW_NANOS = 10_000_000_000L;

    /** Commits within this time are one sample. */
    private static final long STEP_NANOS = 250_000_000L;

    /**
     * @param nanos time of the sample
     * @param records number of records committed so far
     * @param share share of the input that is read, or {@code NaN}
     */
    private record Sample(long nanos, long records, double share) {}

    private final Deque<Sample> samples = new ArrayDeque<>();
    private long records;

    /** @param nanos time at which the run begins */
    Pace(long nanos) {
        samples.add(new Sample(nanos, 0, 0));
    }

    synchronized void committed(long count, double share, long nanos) {
        records += count;
        Sample sample = new Sample(nanos, records, share);
        if (samples.size() > 1 && nanos - secondLast().nanos() < STEP_NANOS) {
            samples.removeLast();
        }
        samples.addLast(sample);
        while (samples.size() > 2 && second().nanos() <= nanos - WINDOW_NANOS) {
            samples.removeFirst();
        }
    }

    /** Called when the run continues after a pause: earlier samples are outdated. */
    synchronized void resumed(double share, long nanos) {
        samples.clear();
        samples.add(new Sample(nanos, records, share));
    }

    synchronized int size() {
        return samples.size();
    }

    synchronized long recordsPerSecond(long nanos) {
        Sample base = base(nanos);
        double seconds = (nanos - base.nanos()) / 1e9;
        return seconds <= 0 ? 0 : Math.round((records - base.records()) / seconds);
    }

    /**
     * Seconds until the input is read at this pace; {@code null} if its size is unknown or the run makes no progress.
     */
    synchronized Long remainingSeconds(double share, long nanos) {
        Sample base = base(nanos);
        double gain = share - base.share();
        if (Double.isNaN(gain) || gain <= 0) {
            return null;
        }
        return Math.round((nanos - base.nanos()) / 1e9 * (1 - share) / gain);
    }

    /**
     * The latest sample before the window, or the first one. Samples within the window do not suffice: a chunk may take
     * longer than the window.
     */
    private Sample base(long nanos) {
        Sample base = samples.peekFirst();
        for (Sample sample : samples) {
            if (sample.nanos() > nanos - WINDOW_NANOS || sample == samples.peekLast()) {
                break;
            }
            base = sample;
        }
        return base;
    }

    private Sample secondLast() {
        Iterator<Sample> all = samples.descendingIterator();
        all.next();
        return all.next();
    }

    private Sample second() {
        Iterator<Sample> all = samples.iterator();
        all.next();
        return all.next();
    }
}
