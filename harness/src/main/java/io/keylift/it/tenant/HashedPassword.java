// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.tenant;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** A password hashed elsewhere, in the form Keycloak keeps and imports it: two JSON texts. */
public record HashedPassword(String secretData, String credentialData) {

    private static final int ITERATIONS = 210_000;
    private static final int KEY_BITS = 512;

    /** Fixed, so that the same tenant is the same bytes every time. */
    private static final byte[] SALT = "keylift-sample-1".getBytes(StandardCharsets.US_ASCII);

    /** With the same salt, a password always has the same hash. */
    private static final Map<String, HashedPassword> KNOWN = new ConcurrentHashMap<>();

    public static HashedPassword pbkdf2(String password) {
        return KNOWN.computeIfAbsent(password, HashedPassword::hashed);
    }

    private static HashedPassword hashed(String password) {
        try {
            byte[] hash = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512")
                    .generateSecret(new PBEKeySpec(password.toCharArray(), SALT, ITERATIONS, KEY_BITS))
                    .getEncoded();
            Base64.Encoder base64 = Base64.getEncoder();
            return new HashedPassword(
                    "{\"value\":\"" + base64.encodeToString(hash) + "\",\"salt\":\"" + base64.encodeToString(SALT)
                            + "\",\"additionalParameters\":{}}",
                    "{\"hashIterations\":" + ITERATIONS
                            + ",\"algorithm\":\"pbkdf2-sha512\",\"additionalParameters\":{}}");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has PBKDF2", e);
        }
    }
}
