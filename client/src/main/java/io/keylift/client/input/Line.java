// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import java.nio.charset.StandardCharsets;

/**
 * A line of an input, without its end.
 *
 * @param bytes what {@code offset} and {@code length} leave out belongs to other lines; valid until the next line
 * @param number from 1
 * @param whole whether it has all bytes of the line, and not only the first ones of a longer line
 */
public record Line(byte[] bytes, int offset, int length, long number, boolean whole) {

    /** @throws InputFailure if the line is longer than its reader allows */
    public Line requireWhole() throws InputFailure {
        if (!whole) {
            throw new InputFailure("Line " + number + " is longer than " + length + " bytes. Shorten or remove it.");
        }
        return this;
    }

    public boolean isBlank() {
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r') {
                return false;
            }
        }
        return true;
    }

    public String text() {
        return new String(bytes, offset, length, StandardCharsets.UTF_8);
    }
}
