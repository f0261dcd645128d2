// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import java.util.Locale;

/** How the check of a password by an old system ended. */
enum Outcome {
    VALID,
    WRONG_PASSWORD,
    UNKNOWN_USER,

    /** The user has had too many wrong passwords lately, so the old system was not asked. */
    TOO_MANY_WRONG_PASSWORDS,

    /** The old system cannot be reached, or its answer says nothing about the password. */
    AWAY,

    /** The old system is there, but its answer says nothing about this user or password. */
    UNCLEAR,

    /** The old system has not answered in time. */
    SLOW,

    /**
     * The old system was not asked: it was away lately, too many questions are under way, or it has said nothing about
     * this user too often.
     */
    REJECTED;

    /** Whether the check has no result: the attempt of the user is neither right nor wrong. */
    boolean isOpen() {
        return this == AWAY || this == UNCLEAR || this == SLOW || this == REJECTED;
    }

    static Outcome of(Answer answer) {
        return switch (answer) {
            case VALID -> VALID;
            case WRONG_PASSWORD -> WRONG_PASSWORD;
            case UNKNOWN_USER -> UNKNOWN_USER;
        };
    }

    String tag() {
        return name().toLowerCase(Locale.ROOT);
    }
}
