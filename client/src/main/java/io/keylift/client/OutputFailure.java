// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import java.io.IOException;

/** An output that cannot be written. Reading again does not help. */
final class OutputFailure extends IOException {

    private static final long serialVersionUID = 1;

    OutputFailure(IOException cause) {
        super("The output cannot be written: " + cause.getMessage(), cause);
    }
}
