// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;
import picocli.CommandLine.Help.Ansi;

/**
 * Streams and environment of a run of the command line.
 *
 * @param out results, for programs
 * @param err progress and messages, for people
 * @param interactive whether a line on {@code err} can be written over
 */
record Terminal(
        InputStream in, PrintStream out, PrintStream err, Map<String, String> environment, boolean interactive) {

    static Terminal ofProcess() {
        return new Terminal(System.in, System.out, System.err, System.getenv(), Ansi.AUTO.enabled());
    }
}
