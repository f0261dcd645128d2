// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.rows.TransactionFailure;

/** The data that a job keeps for its undo would exceed its limit with this chunk. */
final class UndoFullException extends RuntimeException implements TransactionFailure.Known {
    private static final long serialVersionUID = 1L;

    UndoFullException(long maxBytes) {
        super("What the job keeps to be undone would be larger than option `max-undo-bytes` allows (" + maxBytes
                + " bytes); the chunks before are committed, and can be undone");
    }

    @Override
    public TransactionFailure failure() {
        return TransactionFailure.FATAL;
    }
}
