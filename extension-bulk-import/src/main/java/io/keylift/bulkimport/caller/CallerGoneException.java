// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.caller;

import io.keylift.bulkimport.rows.TransactionFailure;

/** The caller, or the realm or client of their token, was removed or disabled, or a permission or token was revoked. */
public final class CallerGoneException extends RuntimeException implements TransactionFailure.Known {
    private static final long serialVersionUID = 1L;

    public CallerGoneException(String message) {
        super(message);
    }

    @Override
    public TransactionFailure failure() {
        return TransactionFailure.FATAL;
    }
}
