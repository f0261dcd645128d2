// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * PBKDF2 of <a href="https://www.rfc-editor.org/rfc/rfc8018">RFC 8018</a> in its usual encodings.
 *
 * <ul>
 *   <li>{@code pbkdf2_sha256$870000$salt$key}: <a
 *       href="https://docs.djangoproject.com/en/5.2/topics/auth/passwords/">Django</a>; the salt is text
 *   <li>{@code pbkdf2:sha256:600000$salt$key}: <a
 *       href="https://werkzeug.palletsprojects.com/en/stable/utils/">Werkzeug</a>;
 *       the salt is text and the key is hexadecimal
 *   <li>{@code $pbkdf2-sha256$i=100000,l=32$salt$key}: the PHC string format of <a
 *       href="https://auth0.com/docs/manage-users/user-migration/bulk-user-imports">Auth0</a> and <a
 *       href="https://www.ory.sh/docs/kratos/manage-identities/import-user-accounts-identities">Ory</a>
 *   <li>{@code $pbkdf2-sha256$29000$salt$key}: <a
 *       href="https://passlib.readthedocs.io/en/stable/lib/passlib.hash.pbkdf2_digest.html">Passlib</a>
 *   <li><code>{PBKDF2-SHA256}10000$salt$key</code>: <a
 *       href="https://git.openldap.org/openldap/openldap">OpenLDAP</a>, {@code contrib/slapd-modules/passwd/pbkdf2}
 *   <li><code>{PBKDF2_SHA256}</code> and the Base64 of iterations, salt and key: 389 Directory Server
 * </ul>
 */
final class Pbkdf2 {

    static final String ID = "keylift-pbkdf2";

    /** Iterations of all blocks of the key; some four seconds. Django 6.0 has 1,200,000. */
    static final long MAX_WORK = 5_000_000;

    private static final int MAX_KEY = 1024;

    /** Bytes of a block of the key, by the name of the digest in a hash. */
    private static final Map<String, Integer> BLOCKS = Map.of("sha1", 20, "sha256", 32, "sha512", 64);

    private static final Pattern DJANGO = Pattern.compile("pbkdf2_(sha1|sha256|sha512)\\$([0-9]+)\\$([^$]+)\\$([^$]+)");
    private static final Pattern WERKZEUG =
            Pattern.compile("pbkdf2:(sha1|sha256|sha512):([0-9]+)\\$([^$]+)\\$([0-9a-fA-F]+)");
    private static final Pattern MODULAR = Pattern.compile(
            "\\$pbkdf2(?:-(sha1|sha256|sha512))?\\$(?:i=)?([0-9]+)(?:,l=([0-9]+))?\\$([^$]+)\\$([^$]+)");
    private static final Pattern LDAP =
            Pattern.compile("(?i)\\{pbkdf2(?:-(sha1|sha256|sha512))?\\}([0-9]+)\\$([^$]+)\\$([^$]+)");
    private static final Pattern DIRECTORY_389 = Pattern.compile("(?i)\\{pbkdf2_sha256\\}([A-Za-z0-9+/=]+)");
    private static final Pattern BEGINNING = Pattern.compile("(?i)(pbkdf2[_:]|\\$pbkdf2[-$]|\\{pbkdf2).*");

    private static final int SALT_OF_389 = 64;
    private static final int KEY_OF_389 = 256;

    private Pbkdf2() {}

    static ForeignHash read(String encoded) throws UnusableHashException {
        if (!BEGINNING.matcher(encoded).matches()) {
            return null;
        }
        Matcher django = DJANGO.matcher(encoded);
        if (django.matches()) {
            byte[] key = Bytes.base64(django.group(4));
            return hash(encoded, django.group(1), Bytes.number(django.group(2)), Bytes.utf8(django.group(3)), key);
        }
        Matcher werkzeug = WERKZEUG.matcher(encoded);
        if (werkzeug.matches()) {
            byte[] key = Bytes.hex(werkzeug.group(4));
            int iterations = Bytes.number(werkzeug.group(2));
            return hash(encoded, werkzeug.group(1), iterations, Bytes.utf8(werkzeug.group(3)), key);
        }
        Matcher modular = MODULAR.matcher(encoded);
        if (modular.matches()) {
            byte[] key = Bytes.base64(modular.group(5));
            if (modular.group(3) != null && Bytes.number(modular.group(3)) != key.length) {
                throw UnusableHashException.malformed("The hash does not have the length that it says");
            }
            int iterations = Bytes.number(modular.group(2));
            return hash(encoded, modular.group(1), iterations, Bytes.base64(modular.group(4)), key);
        }
        Matcher ldap = LDAP.matcher(encoded);
        if (ldap.matches()) {
            byte[] key = Bytes.base64(ldap.group(4));
            return hash(encoded, ldap.group(1), Bytes.number(ldap.group(2)), Bytes.base64(ldap.group(3)), key);
        }
        Matcher of389 = DIRECTORY_389.matcher(encoded);
        if (of389.matches()) {
            return of389(encoded, Bytes.base64(of389.group(1)));
        }
        throw UnusableHashException.malformed("The hash begins as one of PBKDF2 and does not have its form");
    }

    private static ForeignHash of389(String encoded, byte[] bytes) throws UnusableHashException {
        if (bytes.length != Integer.BYTES + SALT_OF_389 + KEY_OF_389) {
            throw UnusableHashException.malformed("The hash does not have the length of one of 389 Directory Server");
        }
        int keyAt = Integer.BYTES + SALT_OF_389;
        return hash(
                encoded,
                "sha256",
                ByteBuffer.wrap(bytes).getInt(),
                Arrays.copyOfRange(bytes, Integer.BYTES, keyAt),
                Arrays.copyOfRange(bytes, keyAt, bytes.length));
    }

    /** @param digest {@code null} for that of PBKDF2 itself, SHA-1 */
    static ForeignHash hash(String encoded, String digest, int iterations, byte[] salt, byte[] key)
            throws UnusableHashException {
        String name = digest == null ? "sha1" : digest.toLowerCase(Locale.ROOT);
        if (iterations < 1 || salt.length == 0) {
            throw UnusableHashException.malformed("PBKDF2 requires at least one iteration, and a salt");
        }
        Bytes.key(key);
        int block = BLOCKS.get(name);
        long blocks = (key.length + block - 1) / block;
        if (key.length > MAX_KEY || iterations * blocks > MAX_WORK) {
            throw UnusableHashException.tooCostly(
                    "PBKDF2 would take more than " + MAX_WORK + " iterations for all blocks of the hash");
        }
        return new ForeignHash(
                ID,
                encoded,
                iterations,
                0,
                password -> Bytes.areEqual(derive(name, password, salt, iterations, key.length), key));
    }

    private static byte[] derive(String digest, String password, byte[] salt, int iterations, int length) {
        PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, iterations, length * Byte.SIZE);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmac" + digest.toUpperCase(Locale.ROOT))
                    .generateSecret(spec)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This server has no PBKDF2 with " + digest, e);
        } finally {
            spec.clearPassword();
        }
    }
}
