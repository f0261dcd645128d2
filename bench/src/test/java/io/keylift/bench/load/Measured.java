// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.bench.Environment;
import io.keylift.bench.Instrumentation;
import io.keylift.bench.load.StepFigures.Connections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Figures in the form of a load test. */
final class Measured {

    static final Environment ENVIRONMENT = new Environment(
            "2026-01-01T00:00:00Z",
            "c0ffee",
            "a processor",
            2,
            8192,
            "a disk",
            "Linux",
            "a JDK",
            "keycloak-1.2.3",
            "17.9",
            Map.of("fsync", "on"));

    private Measured() {}

    static LoadSettings settings(int sets, int steps, List<Instrumentation> servers, Service... services) {
        return new LoadSettings(
                200, 50, servers, List.of(services), sets, 1, 2, steps, 30, 5, 15, 500, 1, 100, List.of(), "1g");
    }

    static LoadState state(LoadSettings settings) {
        return new LoadState(settings, new TreeMap<>(Map.of("keycloak", "keycloak-1.2.3")), ENVIRONMENT);
    }

    /**
     * A step of 100 operations with this CPU time of an operation, which took one second. The JAR keeps the compiler
     * twice as busy as the others do, and allocates a quarter more.
     */
    static StepFigures figures(Instrumentation server, double cpuMillis) {
        boolean jar = server == Instrumentation.KEYLIFT_METRICS;
        return new StepFigures(
                new Latencies(100, 0, 41, 42, 43, 44, 45),
                1,
                cpuMillis * 100_000,
                cpuMillis * (jar ? 20_000 : 10_000),
                700_000,
                300_000,
                jar ? 6_400_000 : 5_120_000,
                new Connections(2.5, 9));
    }

    static Step step(int set, Instrumentation server, Service service, double rate, boolean held, double cpuMillis) {
        return new Step(set, server, service, rate, held, figures(server, cpuMillis));
    }
}
