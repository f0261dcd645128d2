// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * An SQL statement without its values. There is one instance of each, so that it is compared by identity.
 *
 * @see StatementText
 */
public final class Statement {

    /** Stands for all statements beyond the limit. */
    public static final Statement OTHER = new Statement("other");

    private static final int FINGERPRINT_BYTES = 8;

    private final String text;
    private final String fingerprint;

    Statement(String text) {
        this.text = text;
        this.fingerprint = fingerprint(text);
    }

    private static String fingerprint(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, FINGERPRINT_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    /** The statement, with {@code ?} for values. */
    public String text() {
        return text;
    }

    /** 16 hexadecimal digits, the same on all nodes and after a restart. */
    public String fingerprint() {
        return fingerprint;
    }

    @Override
    public String toString() {
        return text;
    }
}
