// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.TransactionFailure;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Finds the records that make a chunk fail. It replays halves of the chunk in transactions that are always rolled back,
 * until each guilty record is isolated. A record is guilty if the innocent records before it succeed without it and
 * fail with it.
 */
final class FailureBisection<R> {

    private static final Logger LOG = Logger.getLogger(FailureBisection.class);

    /** How many times the same records must fail with a duplicate before it counts. */
    private static final int MAX_DUPLICATES = 3;

    /** How many times the same records must fail for an unknown reason before they are bisected. */
    private static final int MAX_UNKNOWN = 2;

    /** How many times a record must fail, and those before it succeed without it, before it is rejected. */
    private static final int CONFIRMATIONS = 3;

    private final Rehearsal<R> rehearsal;

    /** Imports records in a transaction that is rolled back. */
    @FunctionalInterface
    interface Rehearsal<R> {
        void of(List<Item<R>> items);
    }

    FailureBisection(Rehearsal<R> rehearsal) {
        this.rehearsal = rehearsal;
    }

    /** Rejects the guilty records; {@code failure} is the failure of the whole chunk. */
    void reject(List<Item<R>> items, RuntimeException failure) throws InterruptedException {
        if (items.size() == 1) {
            tested(List.of(), items);
        } else {
            survivors(List.of(), items, failure);
        }
    }

    /**
     * The items of {@code suspects} that succeed after {@code innocent}; {@code failure} is the failure of all of them
     * together.
     */
    private List<Item<R>> survivors(List<Item<R>> innocent, List<Item<R>> suspects, RuntimeException failure)
            throws InterruptedException {
        if (suspects.isEmpty()) {
            return suspects;
        }
        if (suspects.size() == 1) {
            return isGuilty(innocent, suspects.get(0), failure) ? List.of() : suspects;
        }
        int middle = suspects.size() / 2;
        List<Item<R>> left = tested(innocent, suspects.subList(0, middle));
        List<Item<R>> right = tested(concat(innocent, left), suspects.subList(middle, suspects.size()));
        return concat(left, right);
    }

    /** Rejects the record if it is the cause of the failure. */
    private boolean isGuilty(List<Item<R>> innocent, Item<R> suspect, RuntimeException failure)
            throws InterruptedException {
        if (TransactionFailure.of(failure) == TransactionFailure.UNKNOWN) {
            if (!isConfirmed(innocent, suspect)) {
                return false;
            }
            LOG.warnf(failure, "Line %d cannot be written", suspect.line());
            suspect.reject(RejectCode.FAILED, "", TransactionFailure.describe(failure));
        } else {
            LOG.debugf(failure, "Line %d cannot be written", suspect.line());
            suspect.reject(
                    TransactionFailure.isDuplicate(failure) ? RejectCode.CONFLICT : RejectCode.DATABASE,
                    "",
                    TransactionFailure.describe(failure));
        }
        return true;
    }

    /**
     * Whether the records fail each time with the suspect, and only with it.
     *
     * @throws RuntimeException if they fail without it: then no record is the cause
     */
    private boolean isConfirmed(List<Item<R>> innocent, Item<R> suspect) throws InterruptedException {
        for (int times = 1; times <= CONFIRMATIONS; times++) {
            RuntimeException without = replayOnce(innocent);
            if (without != null) {
                throw without;
            }
            if (replayOnce(concat(innocent, List.of(suspect))) == null) {
                return false;
            }
            Retry.pause(times);
        }
        return true;
    }

    private List<Item<R>> tested(List<Item<R>> innocent, List<Item<R>> suspects) throws InterruptedException {
        RuntimeException failure = replay(concat(innocent, suspects));
        return failure == null ? open(suspects) : survivors(innocent, suspects, failure);
    }

    private static <R> List<Item<R>> open(List<Item<R>> items) {
        return items.stream().filter(item -> !item.isRejected()).toList();
    }

    /**
     * The failure of the records, or {@code null}. Contention with other transactions is retried. So is a duplicate,
     * because another transaction may just have taken the name: resolving again finds it and decides what to do.
     */
    private RuntimeException replay(List<Item<R>> items) throws InterruptedException {
        int duplicates = 0;
        int unknown = 0;
        for (int tries = 1; ; tries++) {
            RuntimeException failure = replayOnce(items);
            if (failure == null) {
                return null;
            }
            if (TransactionFailure.of(failure) == TransactionFailure.DATA) {
                if (!TransactionFailure.isDuplicate(failure) || ++duplicates == MAX_DUPLICATES) {
                    return failure;
                }
            } else if (TransactionFailure.of(failure) == TransactionFailure.UNKNOWN) {
                if (++unknown == MAX_UNKNOWN) {
                    return failure;
                }
                Retry.pause(tries + 2);
            } else if (Retry.next(failure, tries) != Retry.Next.AGAIN) {
                throw failure;
            }
        }
    }

    /** The failure of the records in one rehearsal, or {@code null}. */
    private RuntimeException replayOnce(List<Item<R>> items) {
        List<Reject> before = items.stream().map(Item::reject).toList();
        try {
            rehearsal.of(items);
            return null;
        } catch (RuntimeException e) {
            return e;
        } finally {
            for (int i = 0; i < items.size(); i++) {
                items.get(i).restart(before.get(i));
            }
        }
    }

    private static <R> List<Item<R>> concat(List<Item<R>> first, List<Item<R>> second) {
        List<Item<R>> both = new ArrayList<>(first.size() + second.size());
        both.addAll(first);
        both.addAll(second);
        return both;
    }
}
