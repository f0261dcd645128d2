// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.bench.BenchmarkProcess;

/** Runs the load test in a JVM of its own, as {@link BenchmarkProcess} does the benchmark. */
public final class LoadProcess {

    private LoadProcess() {}

    public static void main(String[] arguments) throws Exception {
        BenchmarkProcess.run(LoadTest.class, "load.");
    }
}
