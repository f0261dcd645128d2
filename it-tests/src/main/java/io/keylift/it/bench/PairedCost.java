// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * What our JAR costs a server, against a plain one that runs at the same time and is asked in turn: CPU time of a request as a share of that of the plain server,
 * one for each pair of servers.
 *
 * @param ofPlain of all threads
 * @param ofPlainCompiled the same without the compiler: what it comes to when there is nothing left to compile
 */
record PairedCost(String grant, List<Double> ofPlain, List<Double> ofPlainCompiled) {

    void print(PrintStream out) {
        out.printf(
                Locale.ROOT,
                "keylift metrics of plain, asked in turn, %s: %s; without the compiler %s%n",
                grant,
                Mean.of(ofPlain),
                Mean.of(ofPlainCompiled));
    }
}
