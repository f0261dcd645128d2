// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

/** Format of bytes, and whether they are gzip. */
record Form(Format format, boolean compressed) {

    /** So many first bytes show it. */
    static final int HEAD = 4096;

    private static final int BEGINNING = 1024;

    /**
     * The form of a file.
     *
     * @param given format; {@code null} to recognize it
     * @param head first bytes of the file
     */
    static Form of(String name, Format given, byte[] head) throws IOException {
        boolean compressed = head.length >= 2 && head[0] == 0x1f && head[1] == (byte) 0x8b;
        return new Form(
                given == null
                        ? Format.of(name, text(compressed ? unpacked(head) : new ByteArrayInputStream(head)))
                        : given,
                compressed);
    }

    private static InputStream unpacked(byte[] head) throws IOException {
        return new GZIPInputStream(new ByteArrayInputStream(head));
    }

    private static String text(InputStream in) throws IOException {
        byte[] bytes = new byte[BEGINNING];
        int length = 0;
        try (in) {
            for (int count = 0; count >= 0 && length < BEGINNING; length += Math.max(0, count)) {
                count = in.read(bytes, length, BEGINNING - length);
            }
        } catch (EOFException e) {
            // The head ends before what is packed.
        }
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }
}
