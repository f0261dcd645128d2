// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import io.keylift.bulkimport.input.SpoolException;
import io.keylift.bulkimport.spool.EncryptedFile;
import io.keylift.bulkimport.spool.SpoolSpace;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/**
 * The elements of a section in a temporary file, in the order in which they were added. The file is encrypted:
 * elements have secrets and hashes. All elements are added before the first one is read.
 */
final class SectionFile implements Closeable {

    private static final int BUFFER = 1 << 16;

    /** Length of an element, and its place. */
    private static final int HEADER = 4 * Integer.BYTES;

    private final SpoolSpace space;
    private final EncryptedFile file;
    private final ByteBuffer plain = ByteBuffer.allocate(BUFFER);
    private boolean reading;

    SectionFile(SpoolSpace space, SecureRandom random) {
        this.space = space;
        file = new EncryptedFile(space, random);
    }

    void add(Element element) throws IOException {
        write(ByteBuffer.allocate(HEADER)
                .putInt(element.text().length)
                .putInt(element.file())
                .putInt(element.line())
                .putInt(element.column())
                .array());
        write(element.text());
    }

    private void write(byte[] bytes) throws IOException {
        int from = 0;
        while (from < bytes.length) {
            if (!plain.hasRemaining()) {
                flush();
            }
            int length = Math.min(plain.remaining(), bytes.length - from);
            plain.put(bytes, from, length);
            from += length;
        }
    }

    private void flush() throws IOException {
        boolean stored;
        try {
            stored = file.append(plain.array(), plain.position());
        } catch (IOException e) {
            throw new SpoolException(e);
        }
        if (!stored) {
            throw DocumentReader.noRoom(space);
        }
        plain.clear();
    }

    /** The next element; {@code null} after the last one. */
    Element next() throws IOException {
        if (!reading) {
            flush();
            plain.limit(0);
            reading = true;
        }
        if (!hasMore()) {
            return null;
        }
        byte[] bytes = new byte[HEADER];
        read(bytes);
        ByteBuffer header = ByteBuffer.wrap(bytes);
        byte[] text = new byte[header.getInt()];
        read(text);
        return new Element(text, header.getInt(), header.getInt(), header.getInt());
    }

    private boolean hasMore() throws IOException {
        if (plain.hasRemaining()) {
            return true;
        }
        if (file.isEmpty()) {
            return false;
        }
        plain.clear();
        plain.limit(file.read(plain.array()));
        return true;
    }

    private void read(byte[] bytes) throws IOException {
        for (int from = 0; from < bytes.length; ) {
            if (!hasMore()) {
                throw new IOException("A section is shorter than the data written to it");
            }
            int length = Math.min(plain.remaining(), bytes.length - from);
            plain.get(bytes, from, length);
            from += length;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
