// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Gunzips a body, concatenated members included, and stops zip bombs.
 *
 * <p>Not a {@link java.util.zip.GZIPInputStream}: after the first member, it takes {@code available() == 0} for the end
 * of the data, and ignores every error in a further header, even a lost client. On a network stream the remaining
 * records would be lost without an error.
 */
final class GunzipStream extends InputStream {

    private static final long RATIO_FREE_BYTES = 16L * 1024 * 1024;

    private static final int DEFLATE = 8;
    private static final int HEADER_CHECKSUM = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xe0;

    private final ByteSource source;
    private final int maxRatio;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private long compressedBefore;
    private long plainBefore;
    private boolean inMember;
    private boolean ended;

    GunzipStream(InputStream body, int maxRatio) {
        this.source = new ByteSource(body);
        this.maxRatio = maxRatio;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        while (!ended && length > 0) {
            if (!inMember) {
                readHeader();
                inMember = true;
            }
            int count = inflate(bytes, offset, length);
            if (count > 0) {
                return count;
            }
            if (inflater.finished()) {
                readTrailer();
                inMember = false;
                ended = !skipPadding();
            } else {
                feed();
            }
        }
        return length > 0 ? -1 : 0;
    }

    /** Frees the native memory; the body stays open. */
    @Override
    public void close() {
        ended = true;
        inflater.end();
    }

    private int inflate(byte[] bytes, int offset, int length) throws InputException {
        try {
            int count = inflater.inflate(bytes, offset, length);
            checksum.update(bytes, offset, count);
            long plain = plainBefore + inflater.getBytesWritten();
            long compressed = compressedBefore + inflater.getBytesRead();
            if (plain > RATIO_FREE_BYTES && plain / maxRatio > compressed) {
                throw new InputException(
                        "gzip_ratio", "The body decompresses to more than " + maxRatio + " times its size");
            }
            return count;
        } catch (DataFormatException e) {
            throw malformed("the compressed data is corrupt");
        }
    }

    private void feed() throws IOException {
        if (!source.hasMore()) {
            throw truncated();
        }
        inflater.setInput(source.bytes, source.position, source.end - source.position);
        source.position = source.end;
    }

    private void readHeader() throws IOException {
        if (source.read() != 0x1f || source.read() != 0x8b) {
            throw malformed(plainBefore == 0 ? "the gzip header is missing" : "data follows its end");
        }
        int method = readByte();
        int flags = readByte();
        if (method != DEFLATE || (flags & RESERVED) != 0) {
            throw malformed("the header has an unknown method or flag");
        }
        skip(6); // time, extra flags, operating system
        if ((flags & EXTRA) != 0) {
            skip(readByte() | readByte() << 8);
        }
        if ((flags & NAME) != 0) {
            skipText();
        }
        if ((flags & COMMENT) != 0) {
            skipText();
        }
        if ((flags & HEADER_CHECKSUM) != 0) {
            skip(2);
        }
    }

    private void readTrailer() throws IOException {
        source.position = source.end - inflater.getRemaining();
        long plain = inflater.getBytesWritten();
        if (readInt() != checksum.getValue() || readInt() != (plain & 0xffffffffL)) {
            throw malformed("the checksum does not match");
        }
        plainBefore += plain;
        compressedBefore += inflater.getBytesRead();
        inflater.reset();
        checksum.reset();
    }

    /**
     * Skips zeros after a member, with which tapes and block devices pad their data; gzip itself ignores them, too.
     * Returns whether more data follows.
     */
    private boolean skipPadding() throws IOException {
        while (source.hasMore()) {
            if (source.bytes[source.position] != 0) {
                return true;
            }
            source.position++;
        }
        return false;
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            readByte();
        }
    }

    private void skipText() throws IOException {
        while (readByte() != 0) {
            // a file name or comment, which is not needed
        }
    }

    private long readInt() throws IOException {
        return readByte() | readByte() << 8 | readByte() << 16 | (long) readByte() << 24;
    }

    private int readByte() throws IOException {
        int b = source.read();
        if (b < 0) {
            throw truncated();
        }
        return b;
    }

    private static InputException truncated() {
        return malformed("it ends too early");
    }

    private static InputException malformed(String why) {
        return new InputException("malformed_gzip", "The body is not valid gzip: " + why);
    }
}
