// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.List;

/** A gauge for each figure that grew since the version before; none for all others. */
public final class GrowthGauges implements AutoCloseable {

    private final MultiGauge gauges;

    GrowthGauges(MeterRegistry registry) {
        gauges = MultiGauge.builder(Meters.GROWTH.meterName)
                .description(Meters.GROWTH.description)
                .register(registry);
    }

    /** The gauges in the registry of the server. */
    public static GrowthGauges ofTheServer() {
        return new GrowthGauges(Metrics.globalRegistry);
    }

    /** Replaces the gauges. */
    public void show(List<Growth> growths) {
        gauges.register(growths.stream().map(GrowthGauges::row).toList(), true);
    }

    private static MultiGauge.Row<Number> row(Growth growth) {
        return MultiGauge.Row.of(
                Tags.of(
                        Meters.URI,
                        growth.uri(),
                        Meters.METHOD,
                        growth.method(),
                        Meters.GRANT_TYPE,
                        growth.grantType() == null ? Meters.NONE : growth.grantType(),
                        Meters.FIGURE,
                        growth.figure()),
                growth.factor());
    }

    @Override
    public void close() {
        show(List.of());
    }
}
