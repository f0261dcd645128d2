// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import java.nio.charset.StandardCharsets;

/**
 * A line of an input, without its end.
 *
 * @param bytes what {@code offset} and {@code length} leave out belongs to other lines; valid until the next line
 * @param number from 1
 */
public record Line(byte[] bytes, int offset, int length, long number) {

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
