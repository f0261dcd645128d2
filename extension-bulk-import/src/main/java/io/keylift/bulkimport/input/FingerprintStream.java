// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes the fingerprint of the bytes read through it. */
final class FingerprintStream extends FilterInputStream {

    private final MessageDigest digest;
    private long count;

    FingerprintStream(InputStream in) {
        super(in);
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = super.read(bytes, offset, length);
        if (read > 0) {
            digest.update(bytes, offset, read);
            count += read;
        }
        return read;
    }

    Fingerprint fingerprint() {
        try {
            MessageDigest soFar = (MessageDigest) digest.clone();
            return new Fingerprint(HexFormat.of().formatHex(soFar.digest()), count);
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("SHA-256 of every Java platform can be cloned", e);
        }
    }
}
