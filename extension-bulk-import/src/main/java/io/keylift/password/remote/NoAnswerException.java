// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import java.io.IOException;

/** An old system said nothing about a password. The message quotes neither the user nor the answer. */
final class NoAnswerException extends IOException {

    private static final long serialVersionUID = 1L;

    private final boolean slow;

    private NoAnswerException(String message, boolean slow) {
        super(message);
        this.slow = slow;
    }

    static NoAnswerException away(String message) {
        return new NoAnswerException(message, false);
    }

    static NoAnswerException slow() {
        return new NoAnswerException("It has not answered in time", true);
    }

    boolean isSlow() {
        return slow;
    }
}
