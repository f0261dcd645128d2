// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the format of a hash by its prefix, or by the name of the format if the prefix is ambiguous. */
public final class ForeignHashes {

    /** Longest hash. The longest usual one, of Firebase or of 389 Directory Server, has some 450 characters. */
    static final int MAX_LENGTH = 2048;

    /**
     * Prefixes of hashes by the name of their format, where the hash does not say how the old system prepared the
     * password.
     */
    private static final Map<String, String> PREFIXES = Map.of(
            "bcrypt-sha512", "bcrypt_sha512$",
            "bcrypt-sha512-hex", "bcrypt_sha512_hex$",
            "bcrypt-symfony", "bcrypt_symfony$",
            "aspnet-identity-v2", AspNetIdentity.VERSION_2,
            "aspnet-identity-v3", "");

    /** Digest of PBKDF2 by the name of the format, for hashes whose salt and iterations are in columns of their own. */
    private static final Map<String, String> COLUMNS = Map.of(
            "pbkdf2-sha1", "pbkdf2-sha1",
            "pbkdf2-sha256", "pbkdf2-sha256",
            "pbkdf2-sha512", "pbkdf2-sha512",
            "salted-pbkdf2-hmac-sha256", "pbkdf2-sha256",
            "salted-pbkdf2-hmac-sha256-512", "pbkdf2-sha256",
            "salted-pbkdf2-hmac-sha512-512", "pbkdf2-sha512");

    /**
     * The scheme of directories and of <a href="https://docs.spring.io/spring-security/reference/">Spring Security</a>.
     */
    private static final Pattern CRYPT = Pattern.compile("(?i)\\{(?:crypt|bcrypt)\\}(.*)");

    private static final List<HashFormat> FORMATS = List.of(
            Bcrypt::read,
            Scrypt::read,
            FirebaseScrypt::read,
            Pbkdf2::read,
            AspNetIdentity::read,
            SaltedSha::read,
            ShaCrypt::read,
            Phpass::read,
            SaltedMd5::read);

    private ForeignHashes() {}

    /**
     * Reads a hash as its system exports it.
     *
     * @param algorithm name of the format if the hash has no distinct prefix; otherwise {@code null}
     * @param salt Base64 if the salt is in a column of its own; otherwise {@code null}
     * @param iterations for such a hash; otherwise {@code null}
     */
    public static ForeignHash read(String hash, String algorithm, String salt, Integer iterations)
            throws UnusableHashException {
        if (algorithm != null && COLUMNS.containsKey(algorithm)) {
            if (salt == null || iterations == null) {
                throw UnusableHashException.malformed(
                        "A hash of algorithm `" + algorithm + "` requires `salt` and `hashIterations`");
            }
            return read("$" + COLUMNS.get(algorithm) + "$i=" + iterations + "$" + salt.strip() + "$" + hash.strip());
        }
        if (salt != null || iterations != null) {
            throw UnusableHashException.malformed("A hash with `salt` or `hashIterations` requires `algorithm`, one of "
                    + COLUMNS.keySet().stream().sorted().toList());
        }
        if (algorithm == null) {
            return read(hash);
        }
        String prefix = PREFIXES.get(algorithm);
        if (prefix == null) {
            throw UnusableHashException.malformed("`algorithm` is not the name of a hash that needs one");
        }
        return read(prefix + hash.strip());
    }

    /** Reads a hash that says by itself what it is. */
    public static ForeignHash read(String hash) throws UnusableHashException {
        String encoded = hash.strip();
        checkLength(encoded);
        Matcher crypt = CRYPT.matcher(encoded);
        if (crypt.matches()) {
            encoded = crypt.group(1);
        }
        for (HashFormat format : FORMATS) {
            ForeignHash read = format.read(encoded);
            if (read != null) {
                return read;
            }
        }
        throw UnusableHashException.malformed("The hash does not begin as one of a known algorithm does");
    }

    static void checkLength(String encoded) throws UnusableHashException {
        if (encoded.length() > MAX_LENGTH) {
            throw UnusableHashException.tooCostly("The hash is longer than " + MAX_LENGTH + " characters");
        }
    }

    /** The scheme of a directory's hash: the text in braces, in lower case; {@code null} if there is none. */
    static String scheme(String encoded) {
        int end = encoded.startsWith("{") ? encoded.indexOf('}') : -1;
        return end < 0 ? null : encoded.substring(1, end).toLowerCase(Locale.ROOT);
    }

    /** The text after the scheme. */
    static String afterScheme(String encoded) {
        return encoded.substring(encoded.indexOf('}') + 1);
    }
}
