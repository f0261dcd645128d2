// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import io.keylift.bulkimport.kind.spi.SelectionException;

/** The keys of an export cannot be read any further. The message is for the caller and repeats none of them. */
final class KeyException extends SelectionException {
    private static final long serialVersionUID = 1L;

    private final String code;

    KeyException(String code, String message) {
        super(message);
        this.code = code;
    }

    /** Stable: {@code malformed_key}, or that of an input. */
    String code() {
        return code;
    }
}
