// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/** A secret of an old system, from a file or from the vault. */
final class Secret {

    private final String vaultEntry;
    private volatile int least = 1;
    private volatile String text;

    private Secret(String text, String vaultEntry) {
        this.text = text;
        this.vaultEntry = vaultEntry;
    }

    /** No secret. */
    static Secret none() {
        return new Secret(null, null);
    }

    static Secret of(String text) {
        return new Secret(text, null);
    }

    /** An entry that {@link #found} later brings. */
    static Secret inVault(String entry) {
        return new Secret(null, entry);
    }

    boolean isGiven() {
        return text != null || vaultEntry != null;
    }

    /** Requires a length in bytes. Returns whether the secret has it, or comes from the vault later. */
    boolean requireLength(int bytes) {
        least = bytes;
        return text == null || isLongEnough(text);
    }

    private boolean isLongEnough(String secret) {
        return secret.getBytes(StandardCharsets.UTF_8).length >= least;
    }

    /** Name of the entry of the vault, or {@code null}. */
    String vaultEntry() {
        return vaultEntry;
    }

    /** Takes the value of the vault. One that is too short is none. */
    void found(CharBuffer value) {
        String found = value.toString().strip();
        text = isLongEnough(found) ? found : null;
    }

    /**
     * Returns the secret.
     *
     * @throws NoAnswerException if the vault does not have it
     */
    String text() throws NoAnswerException {
        String known = text;
        if (known == null) {
            throw NoAnswerException.away("The vault does not have the secret, or it is too short");
        }
        return known;
    }

    byte[] bytes() throws NoAnswerException {
        return text().getBytes(StandardCharsets.UTF_8);
    }

    /** Tells nothing. */
    @Override
    public String toString() {
        return "secret";
    }
}
