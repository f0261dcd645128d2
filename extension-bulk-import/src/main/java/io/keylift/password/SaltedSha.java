// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import java.util.Arrays;
import java.util.Map;

/**
 * The salted SHA-1 and SHA-2 of directories: <code>{SSHA}</code>, <code>{SSHA256}</code>, <code>{SSHA384}</code> and
 * <code>{SSHA512}</code>, Base64 of digest and salt, as <a
 * href="https://www.openldap.org/doc/admin26/security.html">OpenLDAP</a> stores them.
 */
final class SaltedSha {

    static final String ID = "keylift-ssha";

    private static final Map<String, String> DIGESTS =
            Map.of("ssha", "SHA-1", "ssha256", "SHA-256", "ssha384", "SHA-384", "ssha512", "SHA-512");

    private static final Map<String, Integer> LENGTHS = Map.of("ssha", 20, "ssha256", 32, "ssha384", 48, "ssha512", 64);

    private SaltedSha() {}

    static ForeignHash read(String encoded) throws UnusableHashException {
        String scheme = ForeignHashes.scheme(encoded);
        if (scheme == null || !DIGESTS.containsKey(scheme)) {
            return null;
        }
        byte[] bytes = Bytes.base64(ForeignHashes.afterScheme(encoded));
        int length = LENGTHS.get(scheme);
        if (bytes.length <= length) {
            throw UnusableHashException.malformed("The hash is too short for its digest and a salt");
        }
        byte[] wanted = Arrays.copyOf(bytes, length);
        byte[] salt = Arrays.copyOfRange(bytes, length, bytes.length);
        String digest = DIGESTS.get(scheme);
        return new ForeignHash(
                ID,
                encoded,
                1,
                0,
                password -> Bytes.areEqual(Bytes.digest(digest, Bytes.utf8(password), salt), wanted));
    }
}
