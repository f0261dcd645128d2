// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.seal;

/** A stored value cannot be opened: its key is missing, it was changed, or it belongs to another place. */
public final class SealException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SealException(String message) {
        super(message);
    }

    SealException(String message, Throwable cause) {
        super(message, cause);
    }
}
