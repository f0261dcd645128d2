// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

/** The history cannot be told now; the message is for the caller. */
final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;

    RefusedException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** HTTP status of the answer. */
    int status() {
        return status;
    }
}
