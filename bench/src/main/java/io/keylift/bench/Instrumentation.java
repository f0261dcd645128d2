// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;
import java.net.URI;

/**
 * Ways to instrument a Keycloak. The server's own meters are always on, so the difference is the cost of the
 * instrumentation.
 */
public enum Instrumentation {
    /** No instrumentation. */
    PLAIN {
        @Override
        ServerSettings set(ServerSettings settings, URI sink) {
            return settings.onlyProviders();
        }
    },
    /** Our JAR only. */
    KEYLIFT_METRICS {
        @Override
        ServerSettings set(ServerSettings settings, URI sink) {
            return settings.onlyProviders("keylift-metrics.jar");
        }
    },
    /** The server's own tracing of each request. */
    NATIVE_TRACING {
        @Override
        ServerSettings set(ServerSettings settings, URI sink) {
            return settings.onlyProviders().tracing(sink);
        }
    },
    /** The javaagent of OpenTelemetry, which traces each request. */
    JAVAAGENT {
        @Override
        ServerSettings set(ServerSettings settings, URI sink) {
            return settings.onlyProviders()
                    .javaagent()
                    .environment("OTEL_EXPORTER_OTLP_ENDPOINT", sink.toString())
                    .environment("OTEL_METRICS_EXPORTER", "none")
                    .environment("OTEL_LOGS_EXPORTER", "none");
        }
    };

    abstract ServerSettings set(ServerSettings settings, URI sink);

    /** Name in tables. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }

    /** Settings of a server with this instrumentation. */
    public ServerSettings settings(EmbeddedDatabase database, String name, URI sink) {
        return set(
                KeycloakServer.on(database)
                        .database(name)
                        .maxHeap("512m")
                        // The time of a compiler's thread that has ended would be lost.
                        .jvmArgument("-XX:-UseDynamicNumberOfCompilerThreads"),
                sink);
    }
}
