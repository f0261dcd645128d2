// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestBreakdown;
import io.keylift.metrics.request.RequestObserver;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** Logs each slow request in one line: endpoint, realm, client, the time of each phase in milliseconds, and the id of its trace if it has one. */
final class SlowRequestLog implements RequestObserver {

    private static final Logger LOG = Logger.getLogger("io.keylift.metrics.slow-request");

    private final long thresholdNanos;

    SlowRequestLog(long thresholdMillis) {
        thresholdNanos = TimeUnit.MILLISECONDS.toNanos(thresholdMillis);
    }

    @Override
    public void requestEnded(RequestBreakdown request) {
        if (request.nanos() >= thresholdNanos) {
            LOG.warn(line(request, Span.current().getSpanContext()));
        }
    }

    static String line(RequestBreakdown request, SpanContext trace) {
        StringBuilder line = new StringBuilder("Slow request ")
                .append(request.method())
                .append(' ')
                .append(request.uri())
                .append(" status=")
                .append(request.aborted() ? "aborted" : request.status())
                .append(" realm=")
                .append(oneLine(request.realm()))
                .append(" client=")
                .append(oneLine(request.client()))
                .append(" total=")
                .append(millis(request.nanos()));
        for (Phase phase : Phase.values()) {
            line.append(' ')
                    .append(phase.label())
                    .append('=')
                    .append(millis(request.phases().nanos(phase)));
        }
        line.append(" statements=")
                .append(request.statements())
                .append(" connections=")
                .append(request.connectionWaits().size());
        if (trace.isValid()) {
            line.append(" traceId=").append(trace.getTraceId());
        }
        return line.toString();
    }

    /** Names are free text: none may begin a line of its own in the log. */
    private static String oneLine(String name) {
        return name == null ? "-" : name.replaceAll("\\p{Cntrl}", "?");
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.1fms", nanos / 1e6);
    }
}
