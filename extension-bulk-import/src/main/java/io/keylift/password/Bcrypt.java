// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.BCrypt;

/**
 * bcrypt, of the password itself or of a digest of it.
 *
 * <ul>
 *   <li>{@code $2a$}, {@code $2b$}, {@code $2y$}: <a href="https://www.openwall.com/crypt/">crypt_blowfish</a>, Auth0,
 *       PHP, Laravel, Rails, Spring Security
 *   <li>{@code bcrypt$$2b$}, {@code bcrypt_sha256$$2b$}: <a
 *       href="https://docs.djangoproject.com/en/5.2/topics/auth/passwords/">Django</a>, the latter of the hexadecimal
 *       SHA-256
 *   <li>{@code $wp$2y$}: {@code wp_hash_password} of WordPress 6.8, of the Base64 of an HMAC-SHA-384
 *   <li>{@code $bcrypt-sha256$v=2,t=2b,r=12$}: <a
 *       href="https://passlib.readthedocs.io/en/stable/lib/passlib.hash.bcrypt_sha256.html">Passlib</a>, of the Base64
 *       of an HMAC-SHA-256
 *   <li>{@code bcrypt_sha512$$2b$}, {@code bcrypt_sha512_hex$$2b$}: of the Base64, or the hexadecimal digits, of the
 *       SHA-512; how Keylift writes what a record names {@code bcrypt-sha512}
 *   <li>{@code bcrypt_symfony$$2y$}: of the Base64 of the SHA-512 if the password is longer than 72 bytes, as <a
 *       href="https://symfony.com/doc/current/security/passwords.html">Symfony</a> does
 * </ul>
 */
final class Bcrypt {

    static final String ID = "keylift-bcrypt";

    /** 2^15 rounds take some two seconds. */
    static final int MAX_COST = 15;

    private static final int MIN_COST = 4;

    /** bcrypt ignores what follows. */
    private static final int MAX_PASSWORD = 72;

    private static final Pattern HASH = Pattern.compile(
            "(bcrypt\\$|bcrypt_sha256\\$|bcrypt_sha512\\$|bcrypt_sha512_hex\\$|bcrypt_symfony\\$|\\$wp)?"
                    + "\\$2[aby]\\$([0-9]{2})\\$([./A-Za-z0-9]{22})([./A-Za-z0-9]{31})");

    private static final Pattern PASSLIB = Pattern.compile(
            "\\$bcrypt-sha256\\$v=2,t=2[aby],r=([0-9]{1,2})\\$([./A-Za-z0-9]{22})\\$([./A-Za-z0-9]{31})");

    private static final Pattern BEGINNING =
            Pattern.compile("(bcrypt(_[a-z0-9_]+)?\\$|\\$wp)?\\$2[a-z]?\\$.*|\\$bcrypt-sha256\\$.*");

    private static final Map<String, UnaryOperator<byte[]>> PREPARATIONS = Map.of(
            "bcrypt$", password -> password,
            "bcrypt_sha256$", password -> Bytes.utf8(Bytes.hex(Bytes.digest("SHA-256", password))),
            "bcrypt_sha512$", Bcrypt::sha512,
            "bcrypt_sha512_hex$", password -> Bytes.utf8(Bytes.hex(Bytes.digest("SHA-512", password))),
            "bcrypt_symfony$", password -> password.length > MAX_PASSWORD ? sha512(password) : password,
            "$wp", password -> Bytes.utf8(Bytes.base64(Bytes.hmac("HmacSHA384", Bytes.utf8("wp-sha384"), password))));

    private Bcrypt() {}

    static ForeignHash read(String encoded) throws UnusableHashException {
        if (!BEGINNING.matcher(encoded).matches()) {
            return null;
        }
        Matcher hash = HASH.matcher(encoded);
        if (hash.matches()) {
            String prefix = hash.group(1) == null ? "bcrypt$" : hash.group(1);
            return hash(encoded, hash.group(2), hash.group(3), hash.group(4), PREPARATIONS.get(prefix));
        }
        Matcher passlib = PASSLIB.matcher(encoded);
        if (passlib.matches()) {
            byte[] salt = Bytes.utf8(passlib.group(2));
            return hash(
                    encoded,
                    passlib.group(1),
                    passlib.group(2),
                    passlib.group(3),
                    password -> Bytes.utf8(Bytes.base64(Bytes.hmac("HmacSHA256", salt, password))));
        }
        throw UnusableHashException.malformed("The hash begins as one of bcrypt and does not have its form");
    }

    private static ForeignHash hash(
            String encoded, String cost, String salt, String key, UnaryOperator<byte[]> preparation)
            throws UnusableHashException {
        int rounds = Bytes.number(cost);
        if (rounds > MAX_COST) {
            throw UnusableHashException.tooCostly("The cost of bcrypt is higher than " + MAX_COST);
        }
        if (rounds < MIN_COST) {
            throw UnusableHashException.malformed("The cost of bcrypt is lower than " + MIN_COST);
        }
        byte[] saltBytes = Bytes.bcrypt64(salt);
        byte[] wanted = Bytes.bcrypt64(key);
        return new ForeignHash(ID, encoded, rounds, 0, password -> {
            byte[] generated = BCrypt.generate(input(preparation.apply(Bytes.utf8(password))), saltBytes, rounds);
            byte[] kept = new byte[wanted.length];
            System.arraycopy(generated, 0, kept, 0, kept.length);
            return Bytes.areEqual(kept, wanted);
        });
    }

    /** The password as a C string: with a terminating zero if there is room. */
    private static byte[] input(byte[] password) {
        byte[] input = new byte[Math.min(password.length + 1, MAX_PASSWORD)];
        System.arraycopy(password, 0, input, 0, Math.min(password.length, MAX_PASSWORD));
        return input;
    }

    private static byte[] sha512(byte[] password) {
        return Bytes.utf8(Bytes.base64(Bytes.digest("SHA-512", password)));
    }
}
