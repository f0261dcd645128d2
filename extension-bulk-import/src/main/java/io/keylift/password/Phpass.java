// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The portable hashes of <a href="https://www.openwall.com/phpass/">phpass</a>: {@code $P$} of WordPress before 6.8,
 * {@code $H$} of phpBB 3, with MD5, and {@code $S$} of Drupal 7 with SHA-512.
 */
final class Phpass {

    static final String ID = "keylift-phpass";

    /** Logarithm of the rounds; some half second. */
    static final int MAX_LOGARITHM = 20;

    private static final int MIN_LOGARITHM = 7;

    private static final String DIGITS = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    private static final Pattern HASH = Pattern.compile(
            "\\$(?:[PH]\\$([./0-9A-Za-z])(.{8})([./0-9A-Za-z]{22})|S\\$([./0-9A-Za-z])(.{8})([./0-9A-Za-z]{43}))");
    private static final Pattern BEGINNING = Pattern.compile("\\$[PHS]\\$.*");

    private Phpass() {}

    static ForeignHash read(String encoded) throws UnusableHashException {
        if (!BEGINNING.matcher(encoded).matches()) {
            return null;
        }
        Matcher hash = HASH.matcher(encoded);
        if (!hash.matches()) {
            throw UnusableHashException.malformed("The hash begins as one of phpass and does not have its form");
        }
        boolean md5 = hash.group(1) != null;
        int first = md5 ? 1 : 4;
        int logarithm = DIGITS.indexOf(hash.group(first));
        if (logarithm > MAX_LOGARITHM) {
            throw UnusableHashException.tooCostly("phpass has more than 2^" + MAX_LOGARITHM + " rounds");
        }
        if (logarithm < MIN_LOGARITHM) {
            throw UnusableHashException.malformed("phpass has less than 2^" + MIN_LOGARITHM + " rounds");
        }
        byte[] salt = Bytes.utf8(hash.group(first + 1));
        String wanted = hash.group(first + 2);
        return new ForeignHash(ID, encoded, 1 << logarithm, 0, password -> {
            byte[] bytes = Bytes.utf8(password);
            String digest = md5 ? "MD5" : "SHA-512";
            byte[] state = Bytes.digest(digest, salt, bytes);
            for (int i = 0; i < 1 << logarithm; i++) {
                state = Bytes.digest(digest, state, bytes);
            }
            return Bytes.areEqual(Bytes.utf8(encode(state).substring(0, wanted.length())), Bytes.utf8(wanted));
        });
    }

    /** Base64 with the lowest bits first, as crypt has it. */
    private static String encode(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < bytes.length; i += 3) {
            int group = 0;
            int present = Math.min(3, bytes.length - i);
            for (int k = 0; k < present; k++) {
                group |= (bytes[i + k] & 0xff) << 8 * k;
            }
            for (int digit = 0; digit <= present; digit++) {
                text.append(DIGITS.charAt(group >> 6 * digit & 0x3f));
            }
        }
        return text.toString();
    }
}
