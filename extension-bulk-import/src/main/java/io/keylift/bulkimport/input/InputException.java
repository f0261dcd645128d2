// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import java.io.IOException;

/** The input cannot be read any further. No text of the input appears in the message, except names of files. */
public final class InputException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String code;

    public InputException(String code, String message) {
        super(message);
        this.code = code;
    }

    /**
     * Stable: {@code malformed_gzip}, {@code gzip_ratio}, {@code record_endless}, {@code not_an_array},
     * {@code truncated_array}, {@code trailing_content}, {@code not_ndjson}, {@code malformed_header},
     * {@code unclosed_quote}, or a code of a document or an archive.
     */
    public String code() {
        return code;
    }
}
