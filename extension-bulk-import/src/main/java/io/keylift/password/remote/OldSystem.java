// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import java.io.IOException;

/** A protocol by which an old system is asked whether a password is right. Implementations are thread-safe. */
@FunctionalInterface
interface OldSystem {

    /**
     * Asks the old system. Returns in a small multiple of the time limit at most.
     *
     * @throws NoAnswerException if the old system says nothing about the password
     */
    Answer ask(String login, String password) throws IOException;
}
