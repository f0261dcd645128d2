// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import java.io.IOException;
import java.io.InputStream;

/**
 * A buffer over a stream. Readers loop over {@link #bytes} between {@link #position} and {@link #end} themselves: a
 * method call for each byte would be too slow.
 */
final class ByteSource {

    static final int SIZE = 64 * 1024;

    private static final int[] BYTE_ORDER_MARK = {0xef, 0xbb, 0xbf};

    final byte[] bytes = new byte[SIZE];
    int position;
    int end;

    private final InputStream in;
    private boolean ended;
    private IOException failure;

    ByteSource(InputStream in) {
        this.in = in;
    }

    /** Whether there is a byte at {@link #position}; waits for it if necessary. May discard the bytes before it. */
    boolean hasMore() throws IOException {
        if (position < end) {
            return true;
        }
        position = 0;
        end = 0;
        return append();
    }

    /**
     * Keeps the bytes from {@link #position} on, and waits for more behind {@link #end}; false if there is no room for
     * more, or at the end of the stream. If the stream fails, that counts when its last byte has been read.
     */
    boolean buffersMore() {
        try {
            return end < SIZE && failure == null && append();
        } catch (IOException e) {
            failure = e;
            return false;
        }
    }

    /** Whether all of the stream is buffered. */
    boolean isAtEnd() {
        return ended;
    }

    /** The next byte, or -1 at the end. */
    int read() throws IOException {
        return hasMore() ? bytes[position++] & 0xff : -1;
    }

    /** Only for the beginning of the stream. Waits for no more bytes than the decision needs. */
    void skipByteOrderMark() throws IOException {
        for (int i = 0; i < BYTE_ORDER_MARK.length; i++) {
            if (i == end && !append() || (bytes[i] & 0xff) != BYTE_ORDER_MARK[i]) {
                return;
            }
        }
        position = BYTE_ORDER_MARK.length;
    }

    /**
     * Only for the beginning of the stream. Recognizes by the first bytes a body that is not UTF-8. Waits for the
     * second byte only if no JSON begins with the first one.
     *
     * @throws InputException {@code malformed_utf8}
     */
    void requireText() throws IOException {
        if (!hasMore()) {
            return;
        }
        int first = bytes[0] & 0xff;
        if ((first == 0xff || first == 0xfe || first == 0x1f || first == 'P') && end == 1) {
            append();
        }
        int second = end > 1 ? bytes[1] & 0xff : -1;
        if (first == 0x1f && second == 0x8b) {
            throw new InputException(
                    "malformed_utf8", "The body is compressed with gzip. Send `Content-Encoding: gzip`.");
        }
        if (first == 'P' && second == 'K' && startsZip()) {
            throw new InputException(
                    "malformed_utf8",
                    "The body is a ZIP archive. Send it as `Content-Type: application/zip` to `bulk-import` without a"
                            + " kind.");
        }
        if (first == 0xff && second == 0xfe || first == 0xfe && second == 0xff || first == 0 || second == 0) {
            throw new InputException(
                    "malformed_utf8",
                    "The body is not UTF-8 but another encoding, such as UTF-16. Convert it to UTF-8.");
        }
    }

    private boolean startsZip() throws IOException {
        return (end > 2 || append()) && bytes[2] == 3;
    }

    /** Skips JSON whitespace. Returns the next byte without consuming it, or -1 at the end. */
    int skipWhitespace() throws IOException {
        while (hasMore()) {
            if (!isWhitespace(bytes[position])) {
                return bytes[position] & 0xff;
            }
            position++;
        }
        return -1;
    }

    static boolean isWhitespace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    static boolean isBlank(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!isWhitespace(bytes[i])) {
                return false;
            }
        }
        return true;
    }

    /** The rest of the stream, to be read by others. */
    InputStream rest() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                return ByteSource.this.read();
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                if (length == 0) {
                    return 0;
                }
                if (!hasMore()) {
                    return -1;
                }
                int count = Math.min(length, end - position);
                System.arraycopy(bytes, position, into, from, count);
                position += count;
                return count;
            }
        };
    }

    private boolean append() throws IOException {
        if (failure != null) {
            throw failure;
        }
        int read = 0;
        while (!ended && read == 0) {
            read = in.read(bytes, end, SIZE - end);
            ended = read < 0; // some streams block or throw when they are read again
        }
        end += Math.max(read, 0);
        return read > 0;
    }
}
