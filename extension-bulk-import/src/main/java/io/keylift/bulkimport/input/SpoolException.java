// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import java.io.IOException;

/** The server cannot keep the rest of an input until it is imported, because its disk is full or cannot be written. */
public final class SpoolException extends IOException {

    /** Stable code of the error. */
    public static final String CODE = "insufficient_storage";

    private static final long serialVersionUID = 1L;

    public SpoolException(IOException cause) {
        super("The server cannot write the input to its spool directory", cause);
    }
}
