// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrowthGaugesTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final GrowthGauges gauges = new GrowthGauges(registry);

    @Test
    void aFigureThatNoLongerGrewHasNoGauge() {
        gauges.show(List.of(
                new Growth("/users", "GET", null, "p95", 2.5),
                new Growth("/token", "POST", "password", "statements", Double.POSITIVE_INFINITY)));
        assertThat(registry.get("keycloak.request.growth")
                        .tags("uri", "/users", "method", "GET", "grant_type", "none", "figure", "p95")
                        .gauge()
                        .value())
                .isEqualTo(2.5);
        assertThat(registry.get("keycloak.request.growth")
                        .tags("grant_type", "password")
                        .gauge()
                        .value())
                .isInfinite();

        gauges.show(List.of(new Growth("/users", "GET", null, "p95", 3)));
        assertThat(registry.getMeters())
                .singleElement()
                .satisfies(meter ->
                        assertThat(meter.measure().iterator().next().getValue()).isEqualTo(3));

        gauges.close();
        assertThat(registry.getMeters()).isEmpty();
    }
}
