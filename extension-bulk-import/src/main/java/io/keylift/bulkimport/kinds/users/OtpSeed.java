// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.RejectCode;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.credential.OTPCredentialModel;
import org.keycloak.models.credential.dto.OTPCredentialData;
import org.keycloak.models.utils.Base32;
import org.keycloak.models.utils.HmacOTP;

/**
 * The seed of one-time passwords after RFC 4226 (by a counter) or RFC 6238 (by time).
 *
 * @param type {@code totp} or {@code hotp}
 * @param digits digits of a password
 * @param period seconds for which a password by time is valid
 * @param counter of the next password by counter
 * @param algorithm name of the MAC in Java
 */
record OtpSeed(String type, byte[] key, int digits, int period, int counter, String algorithm) {

    /** Field of a credential that is a URI as those in QR codes, {@code otpauth://totp/…}. */
    static final String URI_FIELD = "otpauth";

    /** Field of a credential that is the key itself, in Base32 or the encoding given. */
    static final String KEY_FIELD = "seed";

    /** Authenticators make no other passwords, and Keycloak's OTP policy has none. */
    private static final Set<Integer> DIGITS = Set.of(6, 7, 8);

    /** Bytes. The first is the minimum of authenticators, the second the block size of the longest digest. */
    private static final int MIN_KEY = 10;

    private static final int MAX_KEY = 128;

    /** Keycloak increases the counter for each password that it tries, which must not overflow. */
    private static final int MAX_COUNTER = 2_000_000_000;

    /** A day. A longer period would defeat the purpose of passwords by time. */
    private static final int MAX_PERIOD = 86_400;

    /** The default of authenticators, if neither a field nor the URI gives a number. */
    private static final int DEFAULT_DIGITS = 6;

    private static final int DEFAULT_PERIOD = 30;

    private static final Map<String, String> ALGORITHMS =
            Map.of("SHA1", HmacOTP.HMAC_SHA1, "SHA256", HmacOTP.HMAC_SHA256, "SHA512", HmacOTP.HMAC_SHA512);

    private static final String BASE32 = "[A-Z2-7]+";

    /** Reads a credential with {@code seed}, and fields for other values than the defaults. */
    @SuppressWarnings("deprecation") // Keycloak has no other fields for the parameters of a seed
    static OtpSeed ofKey(UserCredential given) throws UnusableCredentialException {
        String type = given.getType() == null || given.getType().equals(OTPCredentialModel.TYPE)
                ? OTPCredentialModel.TOTP
                : given.getType();
        return checked(
                KEY_FIELD,
                type,
                decoded(given.getSeed(), given.getSeedEncoding()),
                given.getDigits(),
                given.getPeriod(),
                given.getCounter(),
                given.getAlgorithm());
    }

    /** Reads a credential with {@code otpauth}, in the key URI format of authenticators. */
    static OtpSeed ofUri(UserCredential given) throws UnusableCredentialException {
        URI uri;
        try {
            uri = URI.create(given.getOtpauth().strip());
        } catch (IllegalArgumentException e) {
            throw UnusableCredentialException.invalid(URI_FIELD, "The value is not a URI");
        }
        if (!URI_FIELD.equalsIgnoreCase(uri.getScheme()) || uri.getHost() == null || uri.getRawQuery() == null) {
            throw UnusableCredentialException.invalid(
                    URI_FIELD, "The value must have the form `otpauth://totp/…?secret=…`");
        }
        Map<String, String> parameters = new HashMap<>();
        for (String parameter : uri.getRawQuery().split("&")) {
            int equals = parameter.indexOf('=');
            if (equals > 0) {
                parameters.put(
                        parameter.substring(0, equals).toLowerCase(Locale.ROOT),
                        URLDecoder.decode(parameter.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return checked(
                URI_FIELD,
                uri.getHost().toLowerCase(Locale.ROOT),
                base32(parameters.getOrDefault("secret", ""), URI_FIELD),
                number(parameters.get("digits")),
                number(parameters.get("period")),
                number(parameters.get("counter")),
                parameters.get("algorithm"));
    }

    private static OtpSeed checked(
            String field, String type, byte[] key, Integer digits, Integer period, Integer counter, String algorithm)
            throws UnusableCredentialException {
        String at = field.equals(URI_FIELD) ? URI_FIELD : null;
        if (!type.equals(OTPCredentialModel.TOTP) && !type.equals(OTPCredentialModel.HOTP)) {
            throw UnusableCredentialException.invalid(field, "One-time passwords are of type `otp`, `totp` or `hotp`");
        }
        if (key.length < MIN_KEY || key.length > MAX_KEY) {
            throw UnusableCredentialException.invalid(
                    field, "A seed must have " + MIN_KEY + " to " + MAX_KEY + " bytes");
        }
        if (digits != null && !DIGITS.contains(digits)) {
            throw UnusableCredentialException.invalid(
                    at == null ? "digits" : at, "One-time passwords must have 6, 7 or 8 digits");
        }
        if (period != null && (period < 1 || period > MAX_PERIOD)) {
            throw UnusableCredentialException.invalid(
                    at == null ? "period" : at, "The period must be 1 to " + MAX_PERIOD + " seconds");
        }
        if (counter == null ? type.equals(OTPCredentialModel.HOTP) : !isCounter(counter)) {
            throw new UnusableCredentialException(
                    counter == null ? RejectCode.MISSING : RejectCode.INVALID,
                    at == null ? "counter" : at,
                    "One-time passwords by counter require a counter of 0 to " + MAX_COUNTER);
        }
        return new OtpSeed(
                type,
                key,
                digits == null ? DEFAULT_DIGITS : digits,
                period == null ? DEFAULT_PERIOD : period,
                counter == null ? 0 : counter,
                mac(algorithm, at == null ? "algorithm" : at));
    }

    /**
     * Checks one-time passwords in Keycloak's own form, except values that their type does not use: Keycloak stores 0
     * there.
     *
     * @throws UnusableCredentialException of {@code secretData} or {@code credentialData}
     */
    static void check(OTPCredentialModel stored) throws UnusableCredentialException {
        OTPCredentialData data = stored.getOTPCredentialData();
        boolean byTime = OTPCredentialModel.TOTP.equals(data.getSubType());
        String fault = null;
        if (!byTime && !OTPCredentialModel.HOTP.equals(data.getSubType())) {
            fault = "`subType` must be `totp` or `hotp`";
        } else if (!DIGITS.contains(data.getDigits())) {
            fault = "`digits` must be 6, 7 or 8";
        } else if (byTime && (data.getPeriod() < 1 || data.getPeriod() > MAX_PERIOD)) {
            fault = "`period` must be 1 to " + MAX_PERIOD + " seconds";
        } else if (!byTime && !isCounter(data.getCounter())) {
            fault = "`counter` must be 0 to " + MAX_COUNTER;
        } else if (data.getAlgorithm() == null || !ALGORITHMS.containsValue(data.getAlgorithm())) {
            fault = "`algorithm` must be `HmacSHA1`, `HmacSHA256` or `HmacSHA512`";
        }
        if (fault != null) {
            throw UnusableCredentialException.invalid(UnusableCredentialException.CREDENTIAL_DATA, fault);
        }
        if (!hasKey(stored)) {
            throw UnusableCredentialException.invalid(
                    UnusableCredentialException.SECRET_DATA, "The seed is empty, or cannot be read in its encoding");
        }
    }

    private static boolean hasKey(OTPCredentialModel stored) {
        try {
            return stored.getDecodedSecret().length > 0;
        } catch (RuntimeException e) {
            return false; // the cause may quote the seed
        }
    }

    private static boolean isCounter(int counter) {
        return counter >= 0 && counter <= MAX_COUNTER;
    }

    private static String mac(String algorithm, String field) throws UnusableCredentialException {
        if (algorithm == null) {
            return HmacOTP.DEFAULT_ALGORITHM;
        }
        String name = algorithm.toUpperCase(Locale.ROOT).replace("-", "");
        String mac = ALGORITHMS.get(name.startsWith("HMAC") ? name.substring("HMAC".length()) : name);
        if (mac == null) {
            throw UnusableCredentialException.invalid(field, "The algorithm must be SHA1, SHA256 or SHA512");
        }
        return mac;
    }

    private static byte[] decoded(String seed, String encoding) throws UnusableCredentialException {
        String name = encoding == null ? "base32" : encoding.toLowerCase(Locale.ROOT);
        try {
            return switch (name) {
                case "base32" -> base32(seed, KEY_FIELD);
                case "hex" -> HexFormat.of().parseHex(seed.strip());
                case "base64" -> Base64.getDecoder().decode(seed.strip());
                default ->
                    throw UnusableCredentialException.invalid(
                            "seedEncoding", "The encoding must be base32, hex or base64");
            };
        } catch (IllegalArgumentException e) {
            // The cause may quote the seed.
            throw UnusableCredentialException.invalid(KEY_FIELD, "The seed is not encoded in " + name);
        }
    }

    private static byte[] base32(String seed, String field) throws UnusableCredentialException {
        // Users copy it in groups of four, and some systems pad it.
        String letters = seed.replaceAll("[\\s=-]", "").toUpperCase(Locale.ROOT);
        if (letters.length() == 1) {
            return new byte[0]; // too few bits for a byte, which Keycloak's decoder does not expect
        }
        if (!letters.matches(BASE32)) {
            throw UnusableCredentialException.invalid(field, "The seed is not encoded in base32");
        }
        return Base32.decode(letters);
    }

    private static Integer number(String value) throws UnusableCredentialException {
        try {
            return value == null ? null : Integer.valueOf(value);
        } catch (NumberFormatException e) {
            throw UnusableCredentialException.invalid(
                    URI_FIELD, "`digits`, `period` and `counter` must be whole numbers");
        }
    }
}
