// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.io.PrintStream;

/** One part of the benchmark. */
interface Measurement {

    /** Name of its result in {@code bench.json}. */
    String name();

    /** Measures. */
    void run() throws Exception;

    /** Prints the results as a table. */
    void print(PrintStream out);

    /** The results, for Jackson. */
    Object result();
}
