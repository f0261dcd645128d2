// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.kind.spi.OutsideWork;
import io.keylift.bulkimport.rows.TransactionFailure;
import java.util.EnumMap;
import java.util.Map;

/**
 * The states of a chunk from an attempt that does not commit to the next one. Decides only: it knows no database and
 * never waits. {@link ChunkProcessor} prepares the next attempt as the state requires.
 */
final class ChunkStates {

    enum State {
        /** The next attempt sees the keys that another job has taken since this one began. */
        OVERTAKEN,
        /** A conflict is to be confirmed, or a record to be written, once all chunks before are committed. */
        AWAITS_EARLIER_CHUNKS,
        /** Another transaction is changing or removing the realm. */
        AWAITS_REALM,
        /** The records need work outside of the transaction, such as that of a user storage. */
        AWAITS_OUTSIDE_WORK,
        /** Records are to be checked again without the parts that the job leaves out. */
        DROPS_PARTS,
        /** The transaction failed, perhaps after its commit: only the ledger knows. */
        IN_DOUBT,
        /** It did not commit, and the reason is likely to pass. */
        RETRIED,
        /**
         * Data of a record may be the reason. Before the records are searched, they are resolved again as a whole:
         * another transaction may just have taken a key.
         */
        SUSPECTED,
        /** A suspected chunk failed again: the records at fault are searched for and rejected. */
        SEARCHED,
        /** No attempt follows. */
        FAILED
    }

    private final Map<TransactionFailure, Integer> failures = new EnumMap<>(TransactionFailure.class);
    private boolean suspected;

    /**
     * The state after an attempt that threw.
     *
     * @param hasPartsToDrop whether the attempt has found parts to leave out of records
     */
    State after(RuntimeException thrown, boolean hasPartsToDrop) {
        if (thrown instanceof ConflictConfirmation.Again) {
            return State.AWAITS_EARLIER_CHUNKS;
        }
        if (thrown instanceof ChunkAttempt.KeysTakenException) {
            return State.OVERTAKEN;
        }
        if (thrown instanceof ChunkAttempt.RealmBusyException) {
            return State.AWAITS_REALM;
        }
        if (hasPartsToDrop) {
            // Nothing is committed, and what the kind did after it had found them does not count.
            return State.DROPS_PARTS;
        }
        return thrown instanceof OutsideWork ? State.AWAITS_OUTSIDE_WORK : State.IN_DOUBT;
    }

    /** The state after {@link State#IN_DOUBT} if the ledger does not have the chunk. */
    State notCommitted(TransactionFailure failure) {
        return switch (Retry.decide(failure, failures.merge(failure, 1, Integer::sum))) {
            case AGAIN -> State.RETRIED;
            case SEARCH -> {
                suspected = !suspected;
                yield suspected ? State.SUSPECTED : State.SEARCHED;
            }
            case GIVE_UP -> State.FAILED;
        };
    }

    /** How many attempts have failed in this way. */
    int count(TransactionFailure failure) {
        return failures.getOrDefault(failure, 0);
    }
}
