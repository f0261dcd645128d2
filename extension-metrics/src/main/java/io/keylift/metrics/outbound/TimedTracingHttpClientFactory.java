// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.outbound;

/** Keycloak's HTTP client with tracing, {@code opentelemetry}, timed. */
public final class TimedTracingHttpClientFactory extends TimedHttpClientFactory {

    public TimedTracingHttpClientFactory() {
        super("opentelemetry", "org.keycloak.quarkus.runtime.tracing.OTelHttpClientFactory");
    }
}
