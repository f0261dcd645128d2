// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * <a href="https://github.com/firebase/scrypt">Firebase's scrypt</a>: the derived key encrypts the signer key of the
 * project. Firebase exports hash and salt of each user, and shows the rest once for the project; they stand in one
 * string as <a href="https://www.ory.sh/docs/kratos/manage-identities/import-user-accounts-identities">Ory</a> has it:
 * {@code $firescrypt$ln=14,r=8,p=1$salt$hash$saltSeparator$signerKey}, where {@code ln} is Firebase's memory cost and
 * {@code r} its rounds.
 */
final class FirebaseScrypt {

    private static final String BEGINNING = "$firescrypt$";

    private static final Pattern HASH = Pattern.compile(
            "\\$firescrypt\\$ln=([0-9]+),r=([0-9]+),p=([0-9]+)" + "\\$([^$]+)\\$([^$]+)\\$([^$]*)\\$([^$]+)");

    private static final int DERIVED = 64;
    private static final int AES_KEY = 32;
    private static final int AES_BLOCK = 16;

    private FirebaseScrypt() {}

    static ForeignHash read(String encoded) throws UnusableHashException {
        if (!encoded.startsWith(BEGINNING)) {
            return null;
        }
        Matcher hash = HASH.matcher(encoded);
        if (!hash.matches()) {
            throw UnusableHashException.malformed(
                    "The hash begins as one of Firebase's scrypt and does not have its form");
        }
        Scrypt.Parameters parameters = new Scrypt.Parameters(hash.group(1), hash.group(2), hash.group(3), true);
        byte[] salt = Bytes.concat(Bytes.base64(hash.group(4)), Bytes.base64(hash.group(6)));
        byte[] wanted = Bytes.key(Bytes.base64(hash.group(5)));
        byte[] signer = Bytes.base64(hash.group(7));
        if (wanted.length != signer.length) {
            throw UnusableHashException.malformed("The hash does not have the length of the signer key");
        }
        return new ForeignHash(Scrypt.ID, encoded, parameters.n(), parameters.memory(), password -> {
            byte[] derived = parameters.derive(password, salt, DERIVED);
            return Bytes.areEqual(encrypt(signer, Arrays.copyOf(derived, AES_KEY)), wanted);
        });
    }

    private static byte[] encrypt(byte[] message, byte[] key) {
        try {
            Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[AES_BLOCK]));
            return cipher.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This server has no AES in counter mode", e);
        }
    }
}
