// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** One-time passwords of RFC 4226 and RFC 6238. */
public final class OneTimePassword {

    private OneTimePassword() {}

    /**
     * The password at a count.
     *
     * @param algorithm such as {@code HmacSHA1}
     */
    public static String of(byte[] seed, String algorithm, int digits, long counter) {
        try {
            Mac mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(seed, algorithm));
            byte[] hash =
                    mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(counter).array());
            int number = ByteBuffer.wrap(hash).getInt(hash[hash.length - 1] & 0xf) & Integer.MAX_VALUE;
            return String.format("%0" + digits + "d", number % (int) Math.pow(10, digits));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
