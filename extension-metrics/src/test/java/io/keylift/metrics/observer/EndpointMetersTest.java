// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class EndpointMetersTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final EndpointMeters meters = new EndpointMeters(registry, "/uri", "GET", "none", Tags.empty());

    /** A request of a realm may end while the realm is removed. */
    @Test
    void whoIsLateBringsNoMeterBack() {
        meters.record(Breakdowns.request("acme", "shop"));
        assertThat(registry.getMeters()).isNotEmpty();
        meters.remove();
        meters.record(Breakdowns.request("acme", "shop"));

        assertThat(registry.getMeters()).isEmpty();
    }
}
