// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

/** What an old system says of a name and a password. */
enum Answer {
    VALID,
    WRONG_PASSWORD,
    UNKNOWN_USER
}
