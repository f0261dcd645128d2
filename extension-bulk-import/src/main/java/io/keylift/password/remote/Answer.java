// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

/** The answer of an old system to a name and a password. */
enum Answer {
    VALID,
    WRONG_PASSWORD,
    UNKNOWN_USER
}
