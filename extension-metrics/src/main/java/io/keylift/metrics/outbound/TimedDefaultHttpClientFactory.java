// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.outbound;

/** Keycloak's {@code default} HTTP client, timed. */
public final class TimedDefaultHttpClientFactory extends TimedHttpClientFactory {

    public TimedDefaultHttpClientFactory() {
        super("default", "org.keycloak.connections.httpclient.DefaultHttpClientFactory");
    }
}
