// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

/** A query parameter is invalid; the message is for the caller. */
final class BadQueryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BadQueryException(String message) {
        super(message);
    }
}
