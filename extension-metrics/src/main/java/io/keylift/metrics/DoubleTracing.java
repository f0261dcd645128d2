// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import io.keylift.metrics.observer.Javaagent;
import org.jboss.logging.Logger;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.ProviderFactory;
import org.keycloak.tracing.NoopTracingProviderFactory;
import org.keycloak.tracing.TracingProvider;

/** Warns where requests are traced twice: by the server itself, and by the javaagent of OpenTelemetry. */
final class DoubleTracing {

    private static final Logger LOG = Logger.getLogger(DoubleTracing.class);

    private DoubleTracing() {}

    static void warn(KeycloakSessionFactory factory) {
        new FailSafe("a warning of double tracing").attempt(() -> {
            if (isTracedByServer(factory) && Javaagent.isActive()) {
                LOG.warn(
                        "This server traces itself (tracing-enabled=true), and the OpenTelemetry javaagent traces it as well. Two SDKs"
                                + " in one process break each other's traces: two names of the service, spans with parents that are not"
                                + " there. Use one or the other: leave out -javaagent:..., or build the server with tracing-enabled=false");
            }
        });
    }

    private static boolean isTracedByServer(KeycloakSessionFactory factory) {
        ProviderFactory<?> tracing = factory.getProviderFactory(TracingProvider.class);
        return tracing != null && !(tracing instanceof NoopTracingProviderFactory);
    }
}
