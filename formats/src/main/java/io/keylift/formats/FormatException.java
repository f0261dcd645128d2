// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import java.io.IOException;

/** The input or the mapping cannot be used as a whole; no further record is converted. */
public final class FormatException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String code;

    FormatException(String code, String message) {
        super(message);
        this.code = code;
    }

    FormatException(String code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** A stable code, such as {@code unknown_format}. */
    public String code() {
        return code;
    }
}
