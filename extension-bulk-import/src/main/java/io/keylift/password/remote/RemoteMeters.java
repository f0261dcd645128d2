// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The meters of one old system. All series exist from the start; closing removes them. */
final class RemoteMeters implements AutoCloseable {

    static final String CHECKS = "keylift.remote.password.checks";
    static final String AWAY = "keylift.remote.password.away";

    private static final String REMOTE = "remote";
    private static final String OUTCOME = "outcome";

    private final MeterRegistry registry;
    private final Map<Outcome, Timer> checks = new EnumMap<>(Outcome.class);
    private final List<Meter> all = new ArrayList<>();

    RemoteMeters(MeterRegistry registry, String remote, Breaker breaker) {
        this.registry = registry;
        for (Outcome outcome : Outcome.values()) {
            checks.put(
                    outcome,
                    Timer.builder(CHECKS)
                            .description("Checks of passwords by an old system, by outcome.")
                            .tag(REMOTE, remote)
                            .tag(OUTCOME, outcome.tag())
                            .register(registry));
        }
        all.addAll(checks.values());
        all.add(Gauge.builder(AWAY, breaker, state -> state.isOpen() ? 1 : 0)
                .description("Whether an old system counts as away")
                .tag(REMOTE, remote)
                .register(registry));
    }

    void checked(Outcome outcome, long nanos) {
        checks.get(outcome).record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        all.forEach(registry::remove);
    }
}
