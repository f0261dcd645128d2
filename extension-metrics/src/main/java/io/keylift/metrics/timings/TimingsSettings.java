// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.observer.ObserverOptions;
import io.keylift.metrics.recent.Limits;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.provider.ProviderConfigurationBuilder;

/**
 * The options of the observer {@code request-timings} with their effective values.
 *
 * @param windowMinutes minimum length of the window in minutes
 * @param maxEndpoints maximum number of endpoints, over all realms
 * @param maxRealms maximum number of realms
 * @param maxStatements maximum number of statements, counted once for each endpoint
 */
record TimingsSettings(int windowMinutes, int maxEndpoints, int maxRealms, int maxStatements) {

    /** Id of the observer. */
    static final String ID = "request-timings";

    private static final String WINDOW_MINUTES = "window-minutes";
    private static final String MAX_ENDPOINTS = "max-endpoints";
    private static final String MAX_REALMS = "max-realms";
    private static final String MAX_STATEMENTS = "max-statements";

    private static final int DEFAULT_WINDOW_MINUTES = 5;
    private static final int DEFAULT_MAX_ENDPOINTS = 2000;
    private static final int DEFAULT_MAX_REALMS = 50;
    private static final int DEFAULT_MAX_STATEMENTS = 5000;
    private static final int HOUR = 60;
    private static final int MOST = 10_000;

    static TimingsSettings of(ObserverOptions options) {
        return new TimingsSettings(
                options.number(WINDOW_MINUTES, DEFAULT_WINDOW_MINUTES, 1, HOUR),
                options.number(MAX_ENDPOINTS, DEFAULT_MAX_ENDPOINTS, 1, MOST),
                options.number(MAX_REALMS, DEFAULT_MAX_REALMS, 1, MOST),
                options.number(MAX_STATEMENTS, DEFAULT_MAX_STATEMENTS, 1, MOST));
    }

    Limits limits() {
        return new Limits(Duration.ofMinutes(windowMinutes), maxEndpoints, maxRealms, maxStatements);
    }

    /** Effective values for the Server Info page. */
    Map<String, String> describe() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(WINDOW_MINUTES, String.valueOf(windowMinutes));
        values.put(MAX_ENDPOINTS, String.valueOf(maxEndpoints));
        values.put(MAX_REALMS, String.valueOf(maxRealms));
        values.put(MAX_STATEMENTS, String.valueOf(maxStatements));
        return values;
    }

    static List<ProviderConfigProperty> metadata() {
        return ProviderConfigurationBuilder.create()
                .property()
                .name(WINDOW_MINUTES)
                .type(ProviderConfigProperty.INTEGER_TYPE)
                .defaultValue(DEFAULT_WINDOW_MINUTES)
                .helpText("Minutes that the request timings cover; they can cover up to a fifth more.")
                .add()
                .property()
                .name(MAX_ENDPOINTS)
                .type(ProviderConfigProperty.INTEGER_TYPE)
                .defaultValue(DEFAULT_MAX_ENDPOINTS)
                .helpText("Maximum number of endpoints in the request timings, counted per realm. Further endpoints of"
                        + " a realm share the value \"other\". An endpoint takes up to 20 kB of memory.")
                .add()
                .property()
                .name(MAX_REALMS)
                .type(ProviderConfigProperty.INTEGER_TYPE)
                .defaultValue(DEFAULT_MAX_REALMS)
                .helpText("Maximum number of realms in the request timings. Only realm master shows the requests of"
                        + " further realms, together with all others.")
                .add()
                .property()
                .name(MAX_STATEMENTS)
                .type(ProviderConfigProperty.INTEGER_TYPE)
                .defaultValue(DEFAULT_MAX_STATEMENTS)
                .helpText(
                        "Maximum number of statements in the request timings, counted per endpoint. Further statements"
                                + " share the value \"other\". A statement takes up to 1 kB of memory.")
                .add()
                .build();
    }
}
