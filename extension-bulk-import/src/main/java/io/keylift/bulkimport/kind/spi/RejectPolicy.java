// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.job.Warning;
import java.util.List;

/** What the engine makes of the rejects of a record, and of the pointers into it. */
public interface RejectPolicy {

    /** Every reject counts as it is. */
    static RejectPolicy none() {
        return reject -> reject;
    }

    /**
     * Decides about a reject.
     *
     * @return the reject that counts, with a pointer into the record as it was sent; {@code null} if the record is
     *     to be tried again without the part at fault
     */
    Reject decide(Reject reject);

    /** The pointer into the record as it was sent, for one into the record without what is left out. */
    default String sent(String pointer) {
        return pointer;
    }

    /** What was left out of the record. */
    default List<Warning> leftOut() {
        return List.of();
    }

    /** Forgets what was decided in an attempt that was rolled back. */
    default void forgetAttempt() {}
}
