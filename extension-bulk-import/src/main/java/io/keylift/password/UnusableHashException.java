// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

/** Passwords cannot be verified against a hash. Its message quotes nothing of the hash. */
public final class UnusableHashException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean tooCostly;

    private UnusableHashException(String message, boolean tooCostly) {
        super(message, null, false, false);
        this.tooCostly = tooCostly;
    }

    static UnusableHashException malformed(String message) {
        return new UnusableHashException(message, false);
    }

    static UnusableHashException tooCostly(String message) {
        return new UnusableHashException(message, true);
    }

    /** Whether a verification would take more time or memory than the algorithm may. */
    public boolean isTooCostly() {
        return tooCostly;
    }
}
