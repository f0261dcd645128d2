// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Charset of a file.
 *
 * @param charset what to decode with
 * @param mark length of the byte order mark to skip
 * @param certain whether the bytes prove the charset
 */
record Encoding(Charset charset, int mark, boolean certain) {

    /** Excel of Western languages writes it; a superset of Latin-1's letters. */
    private static final Charset WINDOWS = Charset.forName("windows-1252");

    /** Recognized by the byte order mark, by the zeros of UTF-16, or as valid UTF-8. */
    static Encoding of(byte[] head, Charset declared) {
        int first = head.length > 0 ? head[0] & 0xff : -1;
        int second = head.length > 1 ? head[1] & 0xff : -1;
        if (first == 0xef && second == 0xbb && head.length > 2 && (head[2] & 0xff) == 0xbf) {
            return new Encoding(StandardCharsets.UTF_8, 3, true);
        }
        if (first == 0xff && second == 0xfe) {
            return new Encoding(StandardCharsets.UTF_16LE, 2, true);
        }
        if (first == 0xfe && second == 0xff) {
            return new Encoding(StandardCharsets.UTF_16BE, 2, true);
        }
        if (declared != null) {
            return new Encoding(declared, 0, true);
        }
        if (first > 0 && second == 0) {
            return new Encoding(StandardCharsets.UTF_16LE, 0, true);
        }
        if (first == 0 && second > 0) {
            return new Encoding(StandardCharsets.UTF_16BE, 0, true);
        }
        return isUtf8(head) ? new Encoding(StandardCharsets.UTF_8, 0, true) : new Encoding(WINDOWS, 0, false);
    }

    boolean isUtf8() {
        return charset.equals(StandardCharsets.UTF_8);
    }

    /** Skips the mark. Bytes that are none of the charset end the reading. */
    BufferedReader reader(InputStream in) throws IOException {
        in.skipNBytes(mark);
        return new BufferedReader(
                new InputStreamReader(
                        in,
                        charset.newDecoder()
                                .onMalformedInput(CodingErrorAction.REPORT)
                                .onUnmappableCharacter(CodingErrorAction.REPORT)),
                1 << 16);
    }

    /** Text of the beginning; a character that is cut off at the end is left out. */
    String text(byte[] head) {
        String text = new String(head, mark, head.length - mark, charset);
        return text.endsWith("\uFFFD") ? text.substring(0, text.length() - 1) : text;
    }

    /** Up to three bytes of a character may be cut off at the end. */
    private static boolean isUtf8(byte[] head) {
        for (int cut = 0; cut <= Math.min(3, head.length); cut++) {
            try {
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(head, 0, head.length - cut));
                return true;
            } catch (CharacterCodingException e) {
                // Perhaps cut off within a character.
            }
        }
        return false;
    }
}
