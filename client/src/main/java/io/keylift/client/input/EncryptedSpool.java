// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A temporary file whose key is in memory alone. It is written in blocks, each encrypted by AES-GCM under its number,
 * so that it can be read from any place; the last block waits in memory until it is full. Not safe for several threads.
 */
final class EncryptedSpool implements AutoCloseable {

    private static final int BLOCK = 1 << 16;
    private static final int TAG = 16;
    private static final int KEY_BYTES = 32;

    private final Path file;
    private final FileChannel channel;
    private final SecretKey key;
    private final byte[] last = new byte[BLOCK];
    private final byte[] read = new byte[BLOCK];
    private long readBlock = -1;
    private long length;

    private EncryptedSpool(Path file, FileChannel channel, SecretKey key) {
        this.file = file;
        this.channel = channel;
        this.key = key;
    }

    /** A new file, which only its user may read where the system knows users. */
    static EncryptedSpool in(Path folder) throws IOException {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        Path file = Files.createTempFile(folder, "keylift-", ".spool");
        try {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
            return new EncryptedSpool(file, channel, new SecretKeySpec(key, "AES"));
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    long length() {
        return length;
    }

    void append(byte[] bytes, int offset, int count) throws IOException {
        int from = offset;
        int left = count;
        while (left > 0) {
            int at = (int) (length % BLOCK);
            int size = Math.min(left, BLOCK - at);
            System.arraycopy(bytes, from, last, at, size);
            length += size;
            from += size;
            left -= size;
            if (length % BLOCK == 0) {
                writeLast();
            }
        }
    }

    private void writeLast() throws IOException {
        long block = length / BLOCK - 1;
        ByteBuffer sealed = ByteBuffer.wrap(crypt(Cipher.ENCRYPT_MODE, block, last));
        long place = block * (BLOCK + TAG);
        while (sealed.hasRemaining()) {
            place += channel.write(sealed, place);
        }
    }

    /** Some bytes from a place before the end. */
    int read(long position, byte[] bytes, int offset, int count) throws IOException {
        long block = position / BLOCK;
        int at = (int) (position % BLOCK);
        boolean inMemory = block == length / BLOCK;
        int size = Math.min(count, (inMemory ? (int) (length % BLOCK) : BLOCK) - at);
        System.arraycopy(inMemory ? last : block(block), at, bytes, offset, size);
        return size;
    }

    private byte[] block(long block) throws IOException {
        if (readBlock != block) {
            ByteBuffer sealed = ByteBuffer.allocate(BLOCK + TAG);
            while (sealed.hasRemaining() && channel.read(sealed, block * (BLOCK + TAG) + sealed.position()) >= 0) {
                // Until the block is whole.
            }
            System.arraycopy(crypt(Cipher.DECRYPT_MODE, block, sealed.array()), 0, read, 0, BLOCK);
            readBlock = block;
        }
        return read;
    }

    private byte[] crypt(int mode, long block, byte[] bytes) throws IOException {
        try {
            byte[] number = ByteBuffer.allocate(12).putLong(4, block).array();
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, new GCMParameterSpec(TAG * 8, number));
            return cipher.doFinal(bytes);
        } catch (GeneralSecurityException e) {
            throw new IOException("The temporary file " + file + " was changed", e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
