// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * A stream that can be read again from its beginning, also while it is still coming: what was read of it is kept in an
 * encrypted file. Several streams of it may be open at the same time; the one that is ahead reads the source.
 */
public final class SpooledInput implements Input, Closeable {

    private final InputStream source;
    private final EncryptedSpool spool;
    private Form form;
    private long length = -1;
    private boolean ended;

    /** @param folder for the file, which is removed at the end */
    public SpooledInput(InputStream source, Format format, Path folder) throws IOException {
        this.source = source;
        this.form = new Form(format, false);
        this.spool = EncryptedSpool.in(folder);
    }

    /**
     * A source with a name, whose beginning is read.
     *
     * @param format {@code null} to recognize it by the name and the beginning
     * @param length of the source, or -1
     */
    public static SpooledInput of(InputStream source, String name, Format format, long length, Path folder)
            throws IOException {
        SpooledInput spooled = new SpooledInput(source, format, folder);
        try (InputStream in = spooled.open()) {
            spooled.form = Form.of(name, format, in.readNBytes(Form.HEAD));
            spooled.length = length;
            return spooled;
        } catch (IOException e) {
            spooled.close();
            throw e;
        }
    }

    @Override
    public InputStream open() {
        return new Reader();
    }

    @Override
    public Format format() {
        return form.format();
    }

    @Override
    public boolean isCompressed() {
        return form.compressed();
    }

    @Override
    public long length() {
        return length;
    }

    /** Reads the source to its end. */
    public void readToEnd() throws IOException {
        open().transferTo(OutputStream.nullOutputStream());
    }

    /** Number of bytes read, or the next ones of the source; -1 at its end. */
    private synchronized int read(long position, byte[] bytes, int offset, int length) throws IOException {
        if (position < spool.length()) {
            return spool.read(position, bytes, offset, length);
        }
        int count = ended ? -1 : source.read(bytes, offset, length);
        if (count < 0) {
            ended = true;
        } else {
            spool.append(bytes, offset, count);
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        spool.close();
    }

    private final class Reader extends InputStream {

        private long position;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            int count = SpooledInput.this.read(position, bytes, offset, length);
            position += Math.max(0, count);
            return count;
        }
    }
}
