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
 * Lets so many lines of a subject through in a minute, and tells at its end of those that it has held back: where
 * everything is slow, the log would hold nothing else. Not safe for use by several threads.
 */
final class LinesPerMinute {

    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** Is told of what was held back. */
    @FunctionalInterface
    interface Listener {
        /**
         * @param lines number of lines
         * @param longestNanos the greatest figure of them
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
     * @param nanoTime as {@link System#nanoTime()}
     * @param inAMinute does what it is given a minute later, on the thread that this is used by, or never
     */
    LinesPerMinute(int most, LongSupplier nanoTime, Executor inAMinute, Listener listener) {
        this.most = most;
        this.nanoTime = nanoTime;
        this.inAMinute = inAMinute;
        this.listener = listener;
    }

    /** Whether there may be another line. */
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

    /** Tells of all that is held back by now. */
    void end() {
        List.copyOf(minutes.keySet()).forEach(this::end);
    }
}
