// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.provider.ProviderConfigurationBuilder;

/**
 * The options of the observer {@code micrometer} with their effective values.
 *
 * @param tagsRealm whether the meters of requests have the tag realm
 * @param tagsClient whether the meters of requests have the tag client
 * @param maxRealms maximum number of values of the tag realm
 * @param maxClients maximum number of values of the tag client
 * @param maxEndpoints maximum number of endpoints, counted once for each combination of realm and client
 */
record MicrometerSettings(boolean tagsRealm, boolean tagsClient, int maxRealms, int maxClients, int maxEndpoints) {

    private static final String REALM_TAG = "realm-tag";
    private static final String CLIENT_TAG = "client-tag";
    private static final String MAX_REALMS = "max-realms";
    private static final String MAX_CLIENTS = "max-clients";

    private static final String MAX_ENDPOINTS = "max-endpoints";

    private static final int DEFAULT_MAX_REALMS = 50;
    private static final int DEFAULT_MAX_CLIENTS = 50;
    private static final int DEFAULT_MAX_ENDPOINTS = 2000;
    private static final int MOST = 10_000;

    static MicrometerSettings of(ObserverOptions options) {
        return new MicrometerSettings(
                options.truth(REALM_TAG, false),
                options.truth(CLIENT_TAG, false),
                options.number(MAX_REALMS, DEFAULT_MAX_REALMS, 1, MOST),
                options.number(MAX_CLIENTS, DEFAULT_MAX_CLIENTS, 1, MOST),
                options.number(MAX_ENDPOINTS, DEFAULT_MAX_ENDPOINTS, 1, MOST));
    }

    /** Effective values for the Server Info page. */
    Map<String, String> describe() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(REALM_TAG, String.valueOf(tagsRealm));
        values.put(CLIENT_TAG, String.valueOf(tagsClient));
        values.put(MAX_REALMS, String.valueOf(maxRealms));
        values.put(MAX_CLIENTS, String.valueOf(maxClients));
        values.put(MAX_ENDPOINTS, String.valueOf(maxEndpoints));
        return values;
    }

    static List<ProviderConfigProperty> metadata() {
        return ProviderConfigurationBuilder.create()
                .property()
                .name(REALM_TAG)
                .type(ProviderConfigProperty.BOOLEAN_TYPE)
                .defaultValue(false)
                .helpText("Adds the tag realm to the meters of requests and admin events. Each realm multiplies the"
                        + " number of series.")
                .add()
                .property()
                .name(CLIENT_TAG)
                .type(ProviderConfigProperty.BOOLEAN_TYPE)
                .defaultValue(false)
                .helpText("Adds the tag client to the meters of requests. Each client multiplies the number of series.")
                .add()
                .property()
                .name(MAX_REALMS)
                .type(ProviderConfigProperty.INTEGER_TYPE)
                .defaultValue(DEFAULT_MAX_REALMS)
                .helpText("Maximum number of values of the tag realm, including those of admin events. Further realms"
                        + " share the value \"other\".")
                .add()
                .property()
                .name(MAX_CLIENTS)
                .type(ProviderConfigProperty.INTEGER_TYPE)
                .defaultValue(DEFAULT_MAX_CLIENTS)
                .helpText("Maximum number of values of the tag client. Further clients share the value \"other\".")
                .add()
                .property()
                .name(MAX_ENDPOINTS)
                .type(ProviderConfigProperty.INTEGER_TYPE)
                .defaultValue(DEFAULT_MAX_ENDPOINTS)
                .helpText("Maximum number of endpoints in the meters of requests, counted per realm and client if these"
                        + " are tags. Further endpoints share the value \"other\". An endpoint has up to 44"
                        + " series.")
                .add()
                .build();
    }
}
