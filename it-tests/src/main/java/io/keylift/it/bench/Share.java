// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

/**
 * A share that was found by samples.
 *
 * @param ours samples that count
 * @param of all of them
 * @param low the least that it is with a confidence of 95 %
 * @param high the most, likewise
 */
record Share(int ours, int of, double share, double low, double high) {

    /** Quantile of the normal distribution for 95 %, both sides. */
    private static final double Z = 1.96;

    /** With Wilson's score interval, which also holds for shares of almost nothing. */
    static Share of(int ours, int of) {
        double share = (double) ours / of;
        double square = Z * Z / of;
        double middle = share + square / 2;
        double half = Z * Math.sqrt(share * (1 - share) / of + square / of / 4);
        return new Share(ours, of, share, (middle - half) / (1 + square), (middle + half) / (1 + square));
    }
}
