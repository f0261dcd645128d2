// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import io.keylift.bulkimport.input.InputException;
import io.keylift.bulkimport.spool.SpoolFile;
import io.keylift.bulkimport.spool.SpoolSpace;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The elements of a section in a temporary file, in the order in which they were added. The file is encrypted under a
 * key that is nowhere else: elements have secrets and hashes. All elements are added before the first one is read.
 */
final class SectionFile implements Closeable {

    private static final String ALGORITHM = "AES/CTR/NoPadding";
    private static final int KEY_BYTES = 32;
    private static final int BLOCK_BYTES = 16;
    private static final int BUFFER = 1 << 16;

    private final SpoolSpace space;
    private final SpoolFile file;
    private final Cipher encryption;
    private final Cipher decryption;
    private final ByteBuffer plain = ByteBuffer.allocate(BUFFER);
    private final byte[] sealed = new byte[BUFFER];
    private boolean reading;

    SectionFile(SpoolSpace space, SecureRandom random) {
        this.space = space;
        file = new SpoolFile(space);
        byte[] key = new byte[KEY_BYTES];
        byte[] counter = new byte[BLOCK_BYTES];
        random.nextBytes(key);
        random.nextBytes(counter);
        encryption = cipher(Cipher.ENCRYPT_MODE, key, counter);
        decryption = cipher(Cipher.DECRYPT_MODE, key, counter);
    }

    private static Cipher cipher(int mode, byte[] key, byte[] counter) {
        try {
            Cipher cipher = Cipher.getInstance(ALGORITHM);
            cipher.init(mode, new SecretKeySpec(key, "AES"), new IvParameterSpec(counter));
            return cipher;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + ALGORITHM, e);
        }
    }

    void add(byte[] element) throws IOException {
        write(ByteBuffer.allocate(Integer.BYTES).putInt(element.length).array());
        write(element);
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
        plain.flip();
        if (plain.hasRemaining()) {
            int length = transform(encryption, plain.array(), plain.limit());
            if (!file.append(ByteBuffer.wrap(sealed, 0, length))) {
                throw new InputException(
                        DocumentReader.TOO_LARGE,
                        "The document needs more than the " + space.maxBytes()
                                + " bytes that option `max-spool-bytes` leaves for it on this node. Raise the option,"
                                + " or send the users in documents of their own.");
            }
        }
        plain.clear();
    }

    private int transform(Cipher cipher, byte[] bytes, int length) {
        try {
            return cipher.update(bytes, 0, length, sealed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The buffers have the same size", e);
        }
    }

    /** The next element; {@code null} after the last one. */
    byte[] next() throws IOException {
        if (!reading) {
            flush();
            plain.limit(0);
            reading = true;
        }
        if (!hasMore()) {
            return null;
        }
        byte[] length = new byte[Integer.BYTES];
        read(length);
        byte[] element = new byte[ByteBuffer.wrap(length).getInt()];
        read(element);
        return element;
    }

    private boolean hasMore() throws IOException {
        if (plain.hasRemaining()) {
            return true;
        }
        if (file.isEmpty()) {
            return false;
        }
        plain.clear();
        byte[] stored = new byte[BUFFER];
        int length = transform(decryption, stored, file.read(ByteBuffer.wrap(stored)));
        plain.put(sealed, 0, length).flip();
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
