// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The encodings and digests that several formats have in common. */
final class Bytes {

    private static final String STANDARD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    /** Digits of bcrypt. */
    private static final String OF_BCRYPT = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    /** Shortest derived key: a shorter one, or none, would match many passwords. */
    static final int MIN_KEY = 16;

    private Bytes() {}

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Base64 of either alphabet, with or without padding; Passlib writes a point instead of a plus. */
    static byte[] base64(String text) throws UnusableHashException {
        try {
            return Base64.getDecoder()
                    .decode(text.replace('.', '+').replace('-', '+').replace('_', '/'));
        } catch (IllegalArgumentException e) {
            throw UnusableHashException.malformed("The hash has a part that is not Base64");
        }
    }

    /** Base64 with the digits of bcrypt; what it is given has no others. */
    static byte[] bcrypt64(String text) {
        StringBuilder standard = new StringBuilder(text.length());
        text.chars().forEach(digit -> standard.append(STANDARD.charAt(OF_BCRYPT.indexOf(digit))));
        return Base64.getDecoder().decode(standard.toString());
    }

    static byte[] hex(String text) throws UnusableHashException {
        try {
            return HexFormat.of().parseHex(text);
        } catch (IllegalArgumentException e) {
            throw UnusableHashException.malformed("The hash has a part that is not hexadecimal");
        }
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    static byte[] digest(String algorithm, byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This server has no " + algorithm, e);
        }
    }

    static byte[] hmac(String algorithm, byte[] key, byte[] message) {
        try {
            Mac mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(key, algorithm));
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This server has no " + algorithm, e);
        }
    }

    static byte[] concat(byte[] first, byte[] second) {
        byte[] all = new byte[first.length + second.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    /** Compares in constant time. */
    static boolean areEqual(byte[] left, byte[] right) {
        return MessageDigest.isEqual(left, right);
    }

    /** A whole number of at most nine digits, so that it and few products of it cannot overflow. */
    static int number(String text) throws UnusableHashException {
        if (!text.matches("[0-9]{1,9}")) {
            throw text.matches("[0-9]+")
                    ? UnusableHashException.tooCostly("The hash has a cost of more than nine digits")
                    : UnusableHashException.malformed("The hash has a cost that is not a number");
        }
        return Integer.parseInt(text);
    }

    static byte[] key(byte[] key) throws UnusableHashException {
        if (key.length < MIN_KEY) {
            throw UnusableHashException.malformed("The hash has less than " + MIN_KEY + " bytes");
        }
        return key;
    }
}
