// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import io.keylift.metrics.observer.ObserverOptions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.provider.ProviderConfigurationBuilder;

/**
 * The options of the observer {@code timings-history} with their effective values.
 *
 * @param sliceSeconds length of the finest slices in seconds
 * @param warmUpMinutes minutes after the start whose requests are left out
 * @param days how long timings are kept
 * @param maxEndpoints maximum number of endpoints in a slice
 * @param version name of the version of this server; empty if it is made from Keycloak's version and the provider JARs
 */
record HistorySettings(int sliceSeconds, int warmUpMinutes, int days, int maxEndpoints, String version) {

    /** Id of the observer. */
    static final String ID = "timings-history";

    private static final String SLICE_SECONDS = "slice-seconds";
    private static final String WARM_UP_MINUTES = "warm-up-minutes";
    private static final String DAYS = "days";
    private static final String MAX_ENDPOINTS = "max-endpoints";
    private static final String VERSION = "version";

    private static final int DEFAULT_SLICE_SECONDS = 60;
    private static final int DEFAULT_WARM_UP_MINUTES = 5;
    private static final int DEFAULT_DAYS = 400;
    private static final int DEFAULT_MAX_ENDPOINTS = 300;
    private static final int DAY_MINUTES = 1440;
    private static final int MOST_DAYS = 3650;
    private static final int MOST_ENDPOINTS = 10_000;

    static HistorySettings of(ObserverOptions options) {
        String version = options.given().apply(VERSION);
        return new HistorySettings(
                options.number(SLICE_SECONDS, DEFAULT_SLICE_SECONDS, 1, DEFAULT_SLICE_SECONDS),
                options.number(WARM_UP_MINUTES, DEFAULT_WARM_UP_MINUTES, 0, DAY_MINUTES),
                options.number(DAYS, DEFAULT_DAYS, 1, MOST_DAYS),
                options.number(MAX_ENDPOINTS, DEFAULT_MAX_ENDPOINTS, 1, MOST_ENDPOINTS),
                version == null ? "" : version);
    }

    Duration slice() {
        return Duration.ofSeconds(sliceSeconds);
    }

    Duration warmUp() {
        return Duration.ofMinutes(warmUpMinutes);
    }

    /** Effective values for the Server Info page. */
    Map<String, String> describe() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(SLICE_SECONDS, String.valueOf(sliceSeconds));
        values.put(WARM_UP_MINUTES, String.valueOf(warmUpMinutes));
        values.put(DAYS, String.valueOf(days));
        values.put(MAX_ENDPOINTS, String.valueOf(maxEndpoints));
        values.put(VERSION, version);
        return values;
    }

    static List<ProviderConfigProperty> metadata() {
        return ProviderConfigurationBuilder.create()
                .property()
                .name(SLICE_SECONDS)
                .type(ProviderConfigProperty.INTEGER_TYPE)
                .defaultValue(DEFAULT_SLICE_SECONDS)
                .helpText("Seconds between two writes of the history of timings. A row is written for each endpoint.")
                .add()
                .property()
                .name(WARM_UP_MINUTES)
                .type(ProviderConfigProperty.INTEGER_TYPE)
                .defaultValue(DEFAULT_WARM_UP_MINUTES)
                .helpText("Minutes after the start whose requests are left out of the history: caches are cold then.")
                .add()
                .property()
                .name(DAYS)
                .type(ProviderConfigProperty.INTEGER_TYPE)
                .defaultValue(DEFAULT_DAYS)
                .helpText("Days that the history of timings is kept.")
                .add()
                .property()
                .name(MAX_ENDPOINTS)
                .type(ProviderConfigProperty.INTEGER_TYPE)
                .defaultValue(DEFAULT_MAX_ENDPOINTS)
                .helpText("Maximum number of endpoints in one write. Further endpoints share the value \"other\".")
                .add()
                .property()
                .name(VERSION)
                .type(ProviderConfigProperty.STRING_TYPE)
                .helpText("Name of the version of this server in the history of timings. Without it, Keycloak's version"
                        + " and a fingerprint of the provider JARs.")
                .add()
                .build();
    }
}
