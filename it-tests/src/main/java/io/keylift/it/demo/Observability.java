// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.demo;

import io.keylift.it.observability.OtlpReceiver;
import io.keylift.it.observability.PrometheusServer;
import io.keylift.it.observability.TraceBackend;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;

/** The optional observability of the demo: a trace backend, and the Prometheus of this machine if it has one. */
final class Observability implements AutoCloseable {

    private static final int SCRAPE_SECONDS = 5;

    private final DemoSettings settings;
    private TraceBackend traces;
    private OtlpReceiver receiver;
    private PrometheusServer prometheus;

    private Observability(DemoSettings settings) {
        this.settings = settings;
    }

    /** Starts what a server sends its traces to. */
    static Observability start(DemoSettings settings) {
        Observability started = new Observability(settings);
        if (settings.observability()) {
            started.traces = TraceBackend.start(settings.tracesPort());
            started.receiver = new OtlpReceiver(started.traces::store);
        }
        return started;
    }

    /** The settings of the server, with this trace backend. */
    ServerSettings tracing(ServerSettings server) {
        return receiver == null
                ? server
                : server.tracing(receiver.address()).buildOption("tracing-sampler-type", "always_on");
    }

    /** Begins to scrape the figures of a server that is up. */
    void scrape(KeycloakServer keycloak) {
        if (settings.observability() && PrometheusServer.isInstalled()) {
            prometheus = PrometheusServer.start(settings.prometheusPort(), keycloak.managementUrl(), SCRAPE_SECONDS);
        }
    }

    /** Where to look; empty where nothing was asked for. */
    String addresses(KeycloakServer keycloak) {
        if (traces == null) {
            return "";
        }
        return """
                  Traces     %1$s/zipkin/?annotationQuery=keylift.import.job&lookback=1h   the imports, chunk by chunk
                  Timings    %2$s/request-timings
                  Metrics    %2$s/metrics
                  Prometheus %3$s
                """.formatted(
                traces.address(),
                keycloak.managementUrl(),
                prometheus == null
                        ? "is not installed here; docker/conf/prometheus has its configuration"
                        : prometheus.address() + "/alerts   (scrapes every " + SCRAPE_SECONDS + " s, with our rules)");
    }

    @Override
    public void close() {
        if (prometheus != null) {
            prometheus.close();
        }
        if (receiver != null) {
            receiver.close();
        }
        if (traces != null) {
            traces.close();
        }
    }
}
