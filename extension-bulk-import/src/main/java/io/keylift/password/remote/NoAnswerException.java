// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import java.io.IOException;

/** An old system said nothing about a password. The message quotes neither the user nor the answer. */
final class NoAnswerException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Whom the missing answer is about. */
    private enum About {
        /** The old system itself. */
        SYSTEM,

        /** The old system, which may still be at work. */
        TIME,

        /** The user or the password alone. */
        USER
    }

    private final About about;

    private NoAnswerException(String message, About about) {
        super(message);
        this.about = about;
    }

    static NoAnswerException away(String message) {
        return new NoAnswerException(message, About.SYSTEM);
    }

    static NoAnswerException slow() {
        return new NoAnswerException("It has not answered in time", About.TIME);
    }

    /** The old system is there, and refuses to say anything about this user or password. */
    static NoAnswerException ofUser(String message) {
        return new NoAnswerException(message, About.USER);
    }

    boolean isSlow() {
        return about == About.TIME;
    }

    boolean isOfUser() {
        return about == About.USER;
    }
}
