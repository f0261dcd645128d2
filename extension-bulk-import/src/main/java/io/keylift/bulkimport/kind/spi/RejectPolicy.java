// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.job.Warning;
import java.util.List;

/**
 * The engine's decisions on the rejects of a record, and on JSON pointers into it. The engine implements it; a kind
 * does not call it.
 */
public interface RejectPolicy {

    /** Returns a policy by which every reject counts. */
    static RejectPolicy none() {
        return reject -> reject;
    }

    /**
     * Decides on a reject.
     *
     * @return the reject, with a pointer into the record as it was sent; {@code null} if the record is tried again
     *     without the part at fault
     */
    Reject decide(Reject reject);

    /** Translates a pointer into the record that the kind sees to one into the record as it was sent. */
    default String sent(String pointer) {
        return pointer;
    }

    /** Warnings about the parts that were left out of the record. */
    default List<Warning> leftOut() {
        return List.of();
    }

    /** Forgets the decisions of an attempt that was rolled back. */
    default void forgetAttempt() {}
}
