// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * What our JAR costs a server, against a plain one that runs at the same time and is asked in turn: CPU time of a request as a share of that of the plain server,
 * one for each set of two servers of either sort.
 *
 * @param ofPlain of all threads
 * @param ofPlainCompiled the same without the compiler: what it comes to when there is nothing left to compile
 * @param ofTheSame of two servers of one sort, the one's share of the other, without the compiler: what chance alone makes
 */
record PairedCost(String grant, List<Double> ofPlain, List<Double> ofPlainCompiled, List<Double> ofTheSame) {

    /** Adds a set: what the requests of a plain server, one with our JAR, another plain one and another with our JAR have taken. */
    void add(List<ProcessTime> set) {
        ProcessTime plain = set.get(0).plus(set.get(2));
        ProcessTime metered = set.get(1).plus(set.get(3));
        ofPlain.add(metered.all() / plain.all());
        ofPlainCompiled.add(metered.withoutCompiler() / plain.withoutCompiler());
        ofTheSame.add(set.get(2).withoutCompiler() / set.get(0).withoutCompiler());
        ofTheSame.add(set.get(3).withoutCompiler() / set.get(1).withoutCompiler());
    }

    void print(PrintStream out) {
        out.printf(
                Locale.ROOT,
                "keylift metrics of plain, asked in turn, %s: %s; without the compiler %s; two of one sort %s%n",
                grant,
                Mean.of(ofPlain),
                Mean.of(ofPlainCompiled),
                Mean.of(ofTheSame));
    }
}
