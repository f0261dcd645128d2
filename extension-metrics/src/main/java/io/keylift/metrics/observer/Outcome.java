// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.request.RequestBreakdown;

/** How a request ended, in the words of Micrometer. */
enum Outcome {
    SUCCESS,
    REDIRECTION,
    CLIENT_ERROR,
    SERVER_ERROR,

    /** The client disconnected before the response was complete. */
    ABORTED;

    static Outcome of(RequestBreakdown request) {
        if (request.aborted()) {
            return ABORTED;
        }
        return switch (request.status() / 100) {
            case 3 -> REDIRECTION;
            case 4 -> CLIENT_ERROR;
            case 5 -> SERVER_ERROR;
            default -> SUCCESS;
        };
    }
}
