// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.TreeSet;

/** A registry and the observers that fill it. */
final class ObservedMeters {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    SimpleMeterRegistry registry() {
        return registry;
    }

    /** An observer with these options. */
    MicrometerObserver observer(Map<String, String> options) {
        return observer(options, () -> {});
    }

    /** @param catchUp delivers all finished requests to it */
    MicrometerObserver observer(Map<String, String> options, Runnable catchUp) {
        return new MicrometerObserver(
                registry,
                MicrometerSettings.of(new ObserverOptions(MicrometerObserverFactory.ID, options::get)),
                catchUp);
    }

    /** The keys of all tags. */
    TreeSet<String> tagKeys() {
        TreeSet<String> keys = new TreeSet<>();
        registry.getMeters().forEach(meter -> meter.getId().getTags().forEach(tag -> keys.add(tag.getKey())));
        return keys;
    }

    /** The values of this tag. */
    TreeSet<String> values(String tag) {
        /** The values of this tag. */
        TreeSet<String> values = new TreeSet<>();
        for (Meter meter : registry.getMeters()) {
            if (meter.getId().getTag(tag) != null) {
                values.add(meter.getId().getTag(tag));
            }
        }
        return values;
    }
}
