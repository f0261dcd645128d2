// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.bench.Instrumentation;
import java.util.List;
import java.util.Optional;

/**
 * Conclusions from a load test about the machines for a Keycloak.
 *
 * @param state all figures
 * @param comparisons comparison of the servers, by service
 * @param server server of the capacities: the plain one if it was measured
 * @param capacities of that server, by service
 */
record Sizing(LoadState state, List<Comparison> comparisons, Instrumentation server, List<Capacity> capacities) {

    /** Number of sessions in Keycloak's sizing guide. */
    static final int SESSIONS = 10_000;

    private static final double HEAP_SHARE = 0.7;

    static Sizing of(LoadState state) {
        List<Instrumentation> servers = state.settings().servers();
        Instrumentation server = servers.contains(Instrumentation.PLAIN) ? Instrumentation.PLAIN : servers.get(0);
        List<Comparison> comparisons = state.settings().services().stream()
                .map(service -> Comparison.of(state, service))
                .toList();
        List<Capacity> capacities = comparisons.stream()
                .map(comparison -> Capacity.of(comparison, comparison.row(server)))
                .toList();
        return new Sizing(state, comparisons, server, capacities);
    }

    /** Capacity for a service; empty if no rate of it has held the SLO yet. */
    Optional<Capacity> capacity(Service service) {
        return capacities.stream()
                .filter(capacity -> capacity.service() == service)
                .filter(capacity -> !capacity.perVcpu().values().isEmpty())
                .findFirst();
    }

    /** Memory of the server of the capacities; empty if it is not measured yet. */
    Optional<SessionMemory> memory() {
        return state.memory().stream()
                .filter(memory -> memory.server() == server)
                .findFirst();
    }

    /**
     * Memory of the server after its steps, plus that of these sessions; not a number if it is not measured yet.
     *
     * @return megabytes
     */
    double baseMemory(SessionMemory memory) {
        double afterSteps = state.starts().stream()
                .filter(start -> start.server() == memory.server())
                .mapToDouble(Start::residentMegabytes)
                .max()
                .orElse(Double.NaN);
        return afterSteps + memory.heapUsed().kilobytesPerSession() * SESSIONS / 1024;
    }

    /**
     * Memory limit of a container: Keycloak's heap is 70 % of it, which does not limit other memory.
     *
     * @return megabytes
     */
    double memoryLimit(SessionMemory memory) {
        return (baseMemory(memory) - memory.besideTheHeap()) / HEAP_SHARE;
    }
}
