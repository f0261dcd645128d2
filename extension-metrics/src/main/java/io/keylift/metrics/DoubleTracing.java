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
        new FailSafe("check for double tracing").attempt(() -> {
            if (isTracedByServer(factory) && Javaagent.isActive()) {
                LOG.warn("The server traces requests (tracing-enabled=true), and so does the OpenTelemetry javaagent."
                        + " Both together break the traces. Remove -javaagent:..., or build the server with"
                        + " tracing-enabled=false.");
            }
        });
    }

    private static boolean isTracedByServer(KeycloakSessionFactory factory) {
        ProviderFactory<?> tracing = factory.getProviderFactory(TracingProvider.class);
        return tracing != null && !(tracing instanceof NoopTracingProviderFactory);
    }
}
