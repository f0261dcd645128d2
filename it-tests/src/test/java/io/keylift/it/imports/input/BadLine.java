// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import java.nio.charset.StandardCharsets;

/**
 * A line of input that must be rejected.
 *
 * @param bytes what is sent, without a line end
 * @param code code of the reject
 * @param pointer beginning of the pointer of the reject; empty if no field is at fault
 */
record BadLine(byte[] bytes, String code, String pointer) {

    static BadLine of(String text, String code, String pointer) {
        return new BadLine(text.getBytes(StandardCharsets.UTF_8), code, pointer);
    }

    static BadLine malformed(String text) {
        return of(text, "malformed_json", "");
    }

    static BadLine malformed(byte[] bytes) {
        return new BadLine(bytes, "malformed_json", "");
    }

    /** For messages: the beginning of the line as far as it can be printed. */
    @Override
    public String toString() {
        String text = new String(bytes, StandardCharsets.UTF_8);
        StringBuilder printed = new StringBuilder();
        text.codePoints().limit(160).forEach(c -> {
            if (Character.isISOControl(c) || Character.isSurrogate((char) c)) {
                printed.append(String.format("<%x>", c));
            } else {
                printed.appendCodePoint(c);
            }
        });
        return printed.toString();
    }
}
