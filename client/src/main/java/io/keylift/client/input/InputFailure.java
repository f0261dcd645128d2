// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import java.io.IOException;

/** An input that cannot be read, or not be split. Sending it again does not help. */
public final class InputFailure extends IOException {

    private static final long serialVersionUID = 1;

    public InputFailure(String message) {
        super(message);
    }

    public InputFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
