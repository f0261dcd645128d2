// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

/**
 * A password hash of another system, within the bounds of its algorithm.
 *
 * @param algorithm id of the provider that verifies passwords against it
 * @param encoded the whole hash in a form that {@link ForeignHashes} reads again
 * @param cost rounds, iterations or their logarithm, as the algorithm counts them
 * @param memory bytes that a verification takes, if they count
 * @param check compares in constant time
 */
public record ForeignHash(String algorithm, String encoded, int cost, long memory, Check check) {

    /** Longest password in bytes of UTF-8: some algorithms take longer for longer ones. */
    static final int MAX_PASSWORD = 1024;

    /** Whether a password leads to the hash. */
    @FunctionalInterface
    interface Check {
        boolean matches(String password);
    }

    /** Tells nothing of the hash. */
    @Override
    public String toString() {
        return algorithm;
    }
}
