// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestTracker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class LoadGaugesTest {

    @Test
    void whenTheyAreClosedNothingIsLeft() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        LoadGauges gauges = new LoadGauges(registry, new RequestTracker());
        assertThat(registry.getMeters()).hasSize(3 + Phase.values().length);
        gauges.close();

        assertThat(registry.getMeters()).isEmpty();
    }
}
