// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

/** There is no answer now; the message is for the caller. */
final class RefusedException extends RuntimeException {

    static final int NOT_FOUND = 404;
    static final int TOO_MANY_REQUESTS = 429;
    static final int UNAVAILABLE = 503;

    /** Value of the header {@code Retry-After} of {@link #TOO_MANY_REQUESTS}, in seconds: the limits are per second. */
    static final int RETRY_SECONDS = 1;

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
