// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

/** A command that cannot be run as it was given. */
final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1;

    UsageException(String message) {
        super(message);
    }
}
