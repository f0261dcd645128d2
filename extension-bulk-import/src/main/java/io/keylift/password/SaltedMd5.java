// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Salted MD5: <code>{SMD5}</code> of <a href="https://www.openldap.org/doc/admin26/security.html">OpenLDAP</a>, Base64
 * of digest and salt, and {@code md5$salt$digest} of <a
 * href="https://docs.djangoproject.com/en/5.2/topics/auth/passwords/">Django</a>.
 */
final class SaltedMd5 {

    static final String ID = "keylift-salted-md5";

    private static final Pattern DJANGO = Pattern.compile("md5\\$([^$]+)\\$([0-9a-fA-F]{32})");
    private static final int LENGTH = 16;

    private SaltedMd5() {}

    static ForeignHash read(String encoded) throws UnusableHashException {
        Matcher django = DJANGO.matcher(encoded);
        if (django.matches()) {
            byte[] salt = Bytes.utf8(django.group(1));
            byte[] wanted = Bytes.hex(django.group(2));
            return hash(encoded, password -> Bytes.areEqual(Bytes.digest("MD5", salt, Bytes.utf8(password)), wanted));
        }
        if (!"smd5".equals(ForeignHashes.scheme(encoded))) {
            return null;
        }
        byte[] bytes = Bytes.base64(ForeignHashes.afterScheme(encoded));
        if (bytes.length <= LENGTH) {
            throw UnusableHashException.malformed("The hash is too short for its digest and a salt");
        }
        byte[] wanted = Arrays.copyOf(bytes, LENGTH);
        byte[] salt = Arrays.copyOfRange(bytes, LENGTH, bytes.length);
        return hash(encoded, password -> Bytes.areEqual(Bytes.digest("MD5", Bytes.utf8(password), salt), wanted));
    }

    private static ForeignHash hash(String encoded, ForeignHash.Check check) {
        return new ForeignHash(ID, encoded, 1, 0, check);
    }
}
