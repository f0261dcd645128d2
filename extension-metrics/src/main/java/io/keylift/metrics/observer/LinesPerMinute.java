// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits the log lines of each subject in a minute, and reports at the end of the minute how many were held back:
 * otherwise, when everything is slow, the log would hold nothing else. Not thread-safe.
 */
final class LinesPerMinute {

    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** Receives the number of lines that were held back. */
    @FunctionalInterface
    interface Listener {
        /**
         * @param lines number of lines held back
         * @param longestNanos the greatest figure among them
         */
        void heldBack(String subject, long lines, long longestNanos);
    }

    private static final class Minute {

        private final long start;
        private long lines;
        private long heldBack;
        private long longestNanos;

        Minute(long start) {
            this.start = start;
        }
    }

    private final int most;
    private final LongSupplier nanoTime;
    private final Executor inAMinute;
    private final Listener listener;
    private final Map<String, Minute> minutes = new HashMap<>();

    /**
     * @param nanoTime time as {@link System#nanoTime()}
     * @param inAMinute runs a task a minute later on the thread that uses this object, or never
     */
    LinesPerMinute(int most, LongSupplier nanoTime, Executor inAMinute, Listener listener) {
        this.most = most;
        this.nanoTime = nanoTime;
        this.inAMinute = inAMinute;
        this.listener = listener;
    }

    /** Whether another line of this subject may be logged. */
    boolean isOneMore(String subject, long nanos) {
        Minute minute = minute(subject);
        if (minute.lines < most) {
            minute.lines++;
            return true;
        }
        minute.heldBack++;
        minute.longestNanos = Math.max(minute.longestNanos, nanos);
        return false;
    }

    private Minute minute(String subject) {
        long now = nanoTime.getAsLong();
        Minute present = minutes.get(subject);
        if (present != null && now - present.start < MINUTE_NANOS) {
            return present;
        }
        end(subject);
        Minute next = new Minute(now);
        minutes.put(subject, next);
        inAMinute.execute(() -> {
            if (minutes.get(subject) == next) {
                end(subject);
            }
        });
        return next;
    }

    private void end(String subject) {
        Minute minute = minutes.remove(subject);
        if (minute != null && minute.heldBack > 0) {
            listener.heldBack(subject, minute.heldBack, minute.longestNanos);
        }
    }

    /** Reports all lines held back so far. */
    void end() {
        List.copyOf(minutes.keySet()).forEach(this::end);
    }
}
