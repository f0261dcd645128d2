// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import io.keylift.client.input.InputFailure;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Bytes that went by, of which only the number and a digest are kept. */
final class Passed {

    private static final int BLOCK = 1 << 16;

    private final MessageDigest digest = sha256();
    private long count;

    long count() {
        return count;
    }

    /** @param size number of the bytes, or -1 for none */
    void add(byte[] bytes, int offset, int size) {
        if (size > 0) {
            digest.update(bytes, offset, size);
            count += size;
        }
    }

    /** Reads as many bytes from a stream, which have to be the same. */
    void requireSame(InputStream in) throws IOException {
        MessageDigest again = sha256();
        byte[] block = new byte[BLOCK];
        long left = count;
        while (left > 0) {
            int size = in.read(block, 0, (int) Math.min(left, BLOCK));
            if (size < 0) {
                throw changed();
            }
            again.update(block, 0, size);
            left -= size;
        }
        try {
            if (!MessageDigest.isEqual(((MessageDigest) digest.clone()).digest(), again.digest())) {
                throw changed();
            }
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    static InputFailure changed() {
        return new InputFailure("The file at the address has changed since its beginning was read");
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
