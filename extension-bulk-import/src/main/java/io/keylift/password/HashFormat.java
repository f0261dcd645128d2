// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

/** The form of the hashes of one algorithm. */
@FunctionalInterface
interface HashFormat {

    /**
     * Reads a hash.
     *
     * @return {@code null} if its beginning is that of another format
     * @throws UnusableHashException if it is malformed, or beyond the bounds of the algorithm
     */
    ForeignHash read(String encoded) throws UnusableHashException;
}
