// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/** A secret of an old system, from a file or from the vault. */
final class Secret {

    private final String vaultEntry;
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

    /** Whether a secret that is known already has fewer bytes. */
    boolean isShorterThan(int length) {
        String known = text;
        return known != null && known.getBytes(StandardCharsets.UTF_8).length < length;
    }

    /** Name of the entry of the vault, or {@code null}. */
    String vaultEntry() {
        return vaultEntry;
    }

    void found(CharBuffer value) {
        text = value.toString().strip();
    }

    /**
     * Returns the secret.
     *
     * @throws NoAnswerException if the vault does not have it
     */
    String text() throws NoAnswerException {
        String known = text;
        if (known == null) {
            throw NoAnswerException.away("The vault does not have the secret");
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
