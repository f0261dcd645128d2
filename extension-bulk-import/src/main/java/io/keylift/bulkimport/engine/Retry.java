// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.rows.TransactionFailure;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** Decides how often and after which pauses a failed chunk is retried. */
final class Retry {

    private static final Logger LOG = Logger.getLogger(Retry.class);

    private static final int MAX_CONTENTION_TRIES = 20;
    private static final int MAX_SEARCHES = 6;

    /** Together with the pauses between them, two seconds. */
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
     * Decides about a chunk that failed in the same way for the {@code tries}-th time. Waits before it returns if the
     * chunk is to be retried and waiting helps.
     */
    static Next next(RuntimeException failure, int tries) throws InterruptedException {
        TransactionFailure kind = TransactionFailure.of(failure);
        pauseAfter(kind, tries, failure);
        return decide(kind, tries);
    }

    /** Decides about a chunk that failed in the same way for the {@code tries}-th time, without waiting. */
    static Next decide(TransactionFailure kind, int tries) {
        return switch (kind) {
            case CONTENTION, UNREACHABLE -> tries < MAX_CONTENTION_TRIES ? Next.AGAIN : Next.GIVE_UP;
            case DATA -> tries <= MAX_SEARCHES ? Next.SEARCH : Next.GIVE_UP;
            case UNKNOWN -> {
                if (tries <= MAX_UNKNOWN_TRIES) {
                    yield Next.AGAIN;
                }
                yield tries <= MAX_UNKNOWN_TRIES + MAX_SEARCHES ? Next.SEARCH : Next.GIVE_UP;
            }
            case FATAL -> Next.GIVE_UP;
        };
    }

    /** Waits after the {@code tries}-th failure of this kind if waiting helps. */
    static void pauseAfter(TransactionFailure kind, int tries, RuntimeException failure) throws InterruptedException {
        LOG.debugf(failure, "A chunk failed (%s), try %d", kind, tries);
        if (kind == TransactionFailure.CONTENTION) {
            pause(tries);
        } else if (kind == TransactionFailure.UNKNOWN) {
            pause(tries + 2);
        }
    }

    /** Repeats the query until the database responds, or has been unreachable for too long. */
    <T> T untilReachable(Supplier<T> question) throws InterruptedException {
        try {
            return question.get();
        } catch (RuntimeException e) {
            return untilReachable(question, e);
        }
    }

    /** Repeats work that returns nothing until the database responds, or has been unreachable for too long. */
    void runUntilReachable(Runnable work) throws InterruptedException {
        untilReachable(() -> {
            work.run();
            return null;
        });
    }

    /** Asks until the database is reachable. Rethrows {@code original} if it stays unreachable for too long. */
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

    /** Waits longer with each try, up to one second. */
    static void pause(int tries) throws InterruptedException {
        Thread.sleep(Math.min(MAX_BACKOFF_MILLIS, BACKOFF_MILLIS << Math.min(tries, 6)));
    }
}
