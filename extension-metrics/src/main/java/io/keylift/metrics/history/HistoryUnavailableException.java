// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

/** The table cannot be used now. */
public final class HistoryUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    HistoryUnavailableException(Exception cause) {
        super("Table " + HistoryTable.NAME + " cannot be used: " + cause.getMessage(), cause);
    }
}
