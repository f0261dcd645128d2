// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.rows.TransactionFailure;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** How often and how long a chunk that failed is tried again. */
final class Retry {

    private static final Logger LOG = Logger.getLogger(Retry.class);

    private static final int MAX_CONTENTION_TRIES = 20;
    private static final int MAX_SEARCHES = 6;

    /** With the pauses between them, two seconds. */
    private static final int MAX_UNKNOWN_TRIES = 4;

    private static final long BACKOFF_MILLIS = 20;
    private static final long MAX_BACKOFF_MILLIS = 1000;

    private final Duration databaseRetry;
    private final BooleanSupplier cancelled;

    Retry(Duration databaseRetry, BooleanSupplier cancelled) {
        this.databaseRetry = databaseRetry;
        this.cancelled = cancelled;
    }

    enum Next {
        AGAIN,
        SEARCH,
        GIVE_UP
    }

    /**
     * What to do after a chunk failed in the same way for the {@code tries}-th time; waits before a repetition if
     * waiting helps.
     */
    Next next(RuntimeException failure, int tries) throws InterruptedException {
        TransactionFailure kind = TransactionFailure.of(failure);
        LOG.debugf(failure, "A chunk failed (%s), try %d", kind, tries);
        switch (kind) {
            case CONTENTION -> {
                pause(tries);
                return tries < MAX_CONTENTION_TRIES ? Next.AGAIN : Next.GIVE_UP;
            }
            case UNREACHABLE -> {
                return tries < MAX_CONTENTION_TRIES ? Next.AGAIN : Next.GIVE_UP;
            }
            case DATA -> {
                return tries <= MAX_SEARCHES ? Next.SEARCH : Next.GIVE_UP;
            }
            case UNKNOWN -> {
                pause(tries + 2);
                if (tries <= MAX_UNKNOWN_TRIES) {
                    return Next.AGAIN;
                }
                return tries <= MAX_UNKNOWN_TRIES + MAX_SEARCHES ? Next.SEARCH : Next.GIVE_UP;
            }
            default -> {
                return Next.GIVE_UP;
            }
        }
    }

    /** Asks, and where the database does not answer, asks again until it does or has not for too long. */
    <T> T untilReachable(Supplier<T> question) throws InterruptedException {
        try {
            return question.get();
        } catch (RuntimeException e) {
            return untilReachable(question, e);
        }
    }

    /** Asks until the database answers; rethrows {@code original} when it stays unreachable for too long. */
    <T> T untilReachable(Supplier<T> question, RuntimeException original) throws InterruptedException {
        long deadline = System.nanoTime() + databaseRetry.toNanos();
        for (int tries = 1; ; tries++) {
            try {
                return question.get();
            } catch (ImportSessions.RealmGoneException e) {
                throw e;
            } catch (RuntimeException e) {
                boolean worthWaiting = TransactionFailure.of(e) == TransactionFailure.UNREACHABLE
                        || TransactionFailure.of(e) == TransactionFailure.CONTENTION;
                if (!worthWaiting || cancelled.getAsBoolean() || System.nanoTime() > deadline) {
                    throw original;
                }
                pause(tries);
            }
        }
    }

    /** Longer each time, up to a second. */
    static void pause(int tries) throws InterruptedException {
        Thread.sleep(Math.min(MAX_BACKOFF_MILLIS, BACKOFF_MILLIS << Math.min(tries, 6)));
    }
}
