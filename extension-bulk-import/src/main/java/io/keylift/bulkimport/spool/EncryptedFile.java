// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.spool;

import java.io.Closeable;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A temporary file for bytes that may be secrets, encrypted under a key that exists only in memory. It can be read as a
 * queue or at any position. Not thread-safe.
 */
public final class EncryptedFile implements Closeable {

    private static final String ALGORITHM = "AES/CTR/NoPadding";
    private static final int KEY_BYTES = 32;
    private static final int BLOCK_BYTES = 16;

    private final SpoolFile file;
    private final SecretKeySpec key;
    private final byte[] counter = new byte[BLOCK_BYTES];
    private final Cipher encryption = cipher();
    private final Cipher decryption = cipher();
    private final Cipher anywhere = cipher();

    public EncryptedFile(SpoolSpace space, SecureRandom random) {
        file = new SpoolFile(space);
        byte[] bytes = new byte[KEY_BYTES];
        random.nextBytes(bytes);
        key = new SecretKeySpec(bytes, "AES");
        random.nextBytes(counter);
        begin(encryption, Cipher.ENCRYPT_MODE, counter);
        begin(decryption, Cipher.DECRYPT_MODE, counter);
    }

    private static Cipher cipher() {
        try {
            return Cipher.getInstance(ALGORITHM);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + ALGORITHM, e);
        }
    }

    private void begin(Cipher cipher, int mode, byte[] from) {
        try {
            cipher.init(mode, key, new IvParameterSpec(from));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The key and the counter have the size of the algorithm", e);
        }
    }

    private static void transform(Cipher cipher, byte[] bytes, int from, int length) {
        try {
            cipher.update(bytes, from, length, bytes, from);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The result is as long as what is transformed", e);
        }
    }

    /**
     * Adds the first bytes of an array, and leaves them encrypted in it.
     *
     * @return whether there was room for them; if not, the file can only be closed
     */
    public boolean append(byte[] bytes, int length) throws IOException {
        transform(encryption, bytes, 0, length);
        return file.append(ByteBuffer.wrap(bytes, 0, length));
    }

    public boolean isEmpty() {
        return file.isEmpty();
    }

    /** Number of bytes in the file. */
    public long size() {
        return file.size();
    }

    /** Takes as many bytes from the queue as are available and fit; returns how many. */
    public int read(byte[] bytes) throws IOException {
        int length = file.read(ByteBuffer.wrap(bytes));
        transform(decryption, bytes, 0, length);
        return length;
    }

    /** Fills the given part of the array from a position. The bytes stay in the queue. */
    public void read(long position, byte[] bytes, int from, int length) throws IOException {
        file.read(ByteBuffer.wrap(bytes, from, length), position);
        begin(anywhere, Cipher.DECRYPT_MODE, counterAt(position / BLOCK_BYTES));
        anywhere.update(new byte[(int) (position % BLOCK_BYTES)]);
        transform(anywhere, bytes, from, length);
    }

    private byte[] counterAt(long block) {
        byte[] sum = new BigInteger(1, counter).add(BigInteger.valueOf(block)).toByteArray();
        byte[] at = new byte[BLOCK_BYTES];
        int length = Math.min(sum.length, BLOCK_BYTES);
        System.arraycopy(sum, sum.length - length, at, BLOCK_BYTES - length, length);
        return at;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
