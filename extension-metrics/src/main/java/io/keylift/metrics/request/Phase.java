// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.Locale;

/**
 * A part of a request's time. At every moment a request is in exactly one phase: of all open phases, the one that is
 * declared first here. So the phases of a request add up to its duration, even where they overlap: a statement that a
 * cache operation waits for counts as SQL, and parallel cache operations count once.
 *
 * <p>Time without an open phase is divided among {@link #CPU} to {@link #REST} by what the request's thread did, see
 * {@link UnattributedTime}.
 */
public enum Phase {
    /** Waiting for a database connection. */
    POOL_WAIT,
    /** Preparing and executing statements, until the database answers; fetching further rows is not part of it. */
    SQL,
    /** Committing the database transaction, after all its statements. */
    COMMIT,
    /** Asking the directory of an LDAP user storage. */
    LDAP,
    /** Calling another server with Keycloak's HTTP client, until the body of its answer is read. */
    HTTP,
    /** Sending a mail. */
    SMTP,
    /** Computing or verifying the hash of a password, including the wait for Keycloak's limit on concurrent hashes. */
    HASH,
    /** At least one operation of an Infinispan cache in flight. */
    INFINISPAN,
    /** From arrival until a worker thread takes the request. */
    QUEUE,
    /** On a processor. */
    CPU,
    /** The JVM paused all threads to collect garbage. */
    GC,
    /** Waiting for the client: for more of its request, or until it has read more of the response. */
    CLIENT,
    /** Waiting to enter a monitor that another thread holds. */
    BLOCKED,
    /** Waiting for another thread in any other way: locks, futures, sleep. */
    PARKED,
    /** All other time. */
    REST;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** Whether collectors open and close it; the other phases are found out from the thread. */
    public boolean isOpened() {
        return compareTo(CPU) < 0;
    }

    /** Whether a thread in it waits for another thread or for the client. */
    boolean isWait() {
        return this == BLOCKED || this == PARKED || this == CLIENT;
    }

    /** Value of the tag {@code phase}. */
    public String label() {
        return label;
    }
}
