// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.Locale;

/**
 * A slice of a request's time. At every moment a request is in exactly one phase: of those that are open, the one that
 * is declared first here. So the phases of a request add up to its duration, also where they overlap: a statement that
 * a cache operation waits for is SQL, and of any number of cache operations at the same time the clock counts one.
 */
public enum Phase {
    /** Waiting for a database connection. */
    POOL_WAIT,
    /** Preparing and executing statements, until the database answers; fetching further rows is not part of it. */
    SQL,
    /** Committing the database transaction, after all its statements. */
    COMMIT,
    /** Computing or verifying the hash of a password, with the wait for Keycloak's limit on hashes at the same time. */
    HASH,
    /** At least one operation of an Infinispan cache in flight. */
    INFINISPAN,
    /** From arrival until a worker thread takes the request up. */
    QUEUE,
    /** All other time. */
    REST;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** Value of the tag {@code phase}. */
    public String label() {
        return label;
    }
}
