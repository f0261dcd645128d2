// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

/** Another transaction has deleted rows that this one has read. A new transaction finds the remaining rows. */
final class RowsGoneException extends RuntimeException implements TransactionFailure.Known {

    private static final long serialVersionUID = 1L;

    private final TransactionFailure failure;

    RowsGoneException(String table, TransactionFailure failure) {
        super("Rows of " + table + " were deleted by another transaction");
        this.failure = failure;
    }

    @Override
    public TransactionFailure failure() {
        return failure;
    }
}
