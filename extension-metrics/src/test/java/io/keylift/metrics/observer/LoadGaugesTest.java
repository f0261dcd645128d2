// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.metrics.request.RequestLoad;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class LoadGaugesTest {

    @Test
    void whenTheyAreClosedNothingIsLeft() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        LoadGauges gauges = new LoadGauges(registry, new RequestLoad());
        assertThat(registry.getMeters()).hasSize(3);
        gauges.close();

        assertThat(registry.getMeters()).isEmpty();
    }
}
