// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.Sha2Crypt;

/**
 * <a href="https://www.akkadia.org/drepper/SHA-crypt.txt">SHA-crypt</a> of Unix, {@code $5$} and {@code $6$}, also as
 * <code>{CRYPT}</code> of a directory.
 */
final class ShaCrypt {

    static final String ID = "keylift-sha-crypt";

    /** Some two seconds. Passlib writes 656,000. */
    static final int MAX_ROUNDS = 1_000_000;

    private static final int DEFAULT_ROUNDS = 5000;
    private static final int MIN_ROUNDS = 1000;
    private static final int LENGTH_OF_SHA256 = 43;

    private static final Pattern HASH = Pattern.compile(
            "(\\$[56]\\$(?:rounds=([0-9]+)\\$)?[./0-9A-Za-z]{1,16}\\$)([./0-9A-Za-z]{43}|[./0-9A-Za-z]{86})");
    private static final Pattern BEGINNING = Pattern.compile("\\$[56]\\$.*");

    private ShaCrypt() {}

    static ForeignHash read(String encoded) throws UnusableHashException {
        if (!BEGINNING.matcher(encoded).matches()) {
            return null;
        }
        Matcher hash = HASH.matcher(encoded);
        boolean sha256 = encoded.startsWith("$5$");
        if (!hash.matches() || sha256 != (hash.group(3).length() == LENGTH_OF_SHA256)) {
            throw UnusableHashException.malformed("The hash begins as one of SHA-crypt and does not have its form");
        }
        int rounds = hash.group(2) == null ? DEFAULT_ROUNDS : Bytes.number(hash.group(2));
        if (rounds > MAX_ROUNDS) {
            throw UnusableHashException.tooCostly("SHA-crypt has more than " + MAX_ROUNDS + " rounds");
        }
        String parameters = hash.group(1);
        byte[] wanted = Bytes.utf8(hash.group(3));
        return new ForeignHash(ID, encoded, Math.max(rounds, MIN_ROUNDS), 0, password -> {
            String crypted = sha256
                    ? Sha2Crypt.sha256Crypt(Bytes.utf8(password), parameters)
                    : Sha2Crypt.sha512Crypt(Bytes.utf8(password), parameters);
            return Bytes.areEqual(Bytes.utf8(crypted.substring(crypted.lastIndexOf('$') + 1)), wanted);
        });
    }
}
