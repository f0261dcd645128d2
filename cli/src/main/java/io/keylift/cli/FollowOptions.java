// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import picocli.CommandLine.Option;

/** How a command shows a job on its way. */
final class FollowOptions {

    @Option(names = "--json", description = "Write the lines of the server's answers to standard output")
    private boolean json;

    @Option(names = "--quiet", description = "Write no progress")
    private boolean quiet;

    boolean json() {
        return json;
    }

    boolean quiet() {
        return quiet;
    }
}
