// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import picocli.CommandLine.Option;

/** How a realm goes to another server. */
final class RealmOptions {

    @Option(
            names = "--with-keys",
            description = "Give the new realm the private keys of its source, if a document has them")
    private boolean withKeys;

    @Option(
            names = "--settings",
            description = "Show what a realm that exists has otherwise in its settings, and change nothing")
    private boolean settings;

    @Option(names = "--apply", description = "With --settings: change them")
    private boolean apply;

    @Option(names = "--verify", description = "After the copy, compare all objects with the source")
    private boolean verify;

    boolean withKeys() {
        return withKeys;
    }

    boolean settings() {
        return settings;
    }

    boolean apply() {
        return apply;
    }

    boolean verify() {
        return verify;
    }

    /** Whether an import was given any of them. */
    boolean isGiven() {
        return withKeys || settings || apply || verify;
    }

    void require() {
        if (apply && !settings) {
            throw new UsageException("`--apply` requires `--settings`");
        }
        if (settings && (withKeys || verify)) {
            throw new UsageException("`--with-keys` and `--verify` are for new realms, not for `--settings`");
        }
    }
}
