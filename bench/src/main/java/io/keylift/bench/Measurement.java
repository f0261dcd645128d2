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

    /** Prints what was measured, as a table. */
    void print(PrintStream out);

    /** What was measured, for Jackson. */
    Object result();
}
