// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.bench.Instrumentation;
import java.util.List;
import java.util.Optional;

/**
 * What the figures of a load test say about the machines for a Keycloak.
 *
 * @param state all figures
 * @param comparisons the servers beside each other, by service
 * @param server whose needs the capacities are: the plain one if it was measured
 * @param capacities of that server, by service
 */
record Sizing(LoadState state, List<Comparison> comparisons, Instrumentation server, List<Capacity> capacities) {

    /** Sessions that Keycloak's sizing guide reckons with. */
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

    /** That of a service; nothing if no rate of it held the SLO yet. */
    Optional<Capacity> capacity(Service service) {
        return capacities.stream()
                .filter(capacity -> capacity.service() == service)
                .filter(capacity -> !capacity.perVcpu().values().isEmpty())
                .findFirst();
    }

    /** Memory of the server that the capacities are of; nothing if it is not measured yet. */
    Optional<SessionMemory> memory() {
        return state.memory().stream()
                .filter(memory -> memory.server() == server)
                .findFirst();
    }

    /**
     * Memory of the server after its steps and with that many sessions more; not a number if it is not measured yet.
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
     * The limit of a container's memory: Keycloak's heap is 70 % of it, and what is not heap is not limited by that.
     *
     * @return megabytes
     */
    double memoryLimit(SessionMemory memory) {
        return (baseMemory(memory) - memory.besideTheHeap()) / HEAP_SHARE;
    }
}
