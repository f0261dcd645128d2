// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.request.OwnThread;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestBreakdown;
import io.keylift.metrics.request.RequestObserver;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import java.util.Locale;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;

/**
 * Logs each slow request in one line: endpoint, realm, client, the time of each phase in milliseconds, and the id of its trace if it has one. It does so on a thread of its
 * own: where everything is slow, so may the log be, and requests end on event loops.
 */
final class SlowRequestLog implements RequestObserver {

    private static final Logger LOG = Logger.getLogger("io.keylift.metrics.slow-request");

    /** So many lines at most wait for the log. */
    static final int QUEUE = 1024;

    /** What would end a line, end a field or look like another one. */
    private static final Pattern UNCLEAR = Pattern.compile("[\\s\\p{Z}=\"\\\\]");

    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private final long thresholdNanos;
    private final OwnThread thread = new OwnThread("keylift-slow-request-log", QUEUE);
    private final AtomicLong missed = new AtomicLong();

    SlowRequestLog(long thresholdMillis) {
        thresholdNanos = TimeUnit.MILLISECONDS.toNanos(thresholdMillis);
    }

    @Override
    public void requestEnded(RequestBreakdown request) {
        if (request.nanos() >= thresholdNanos) {
            SpanContext trace = Span.current().getSpanContext();
            try {
                thread.execute(() -> log(request, trace));
            } catch (RejectedExecutionException e) {
                missed.incrementAndGet();
            }
        }
    }

    private void log(RequestBreakdown request, SpanContext trace) {
        LOG.warn(line(request, trace));
        long unsaid = missed.getAndSet(0);
        if (unsaid > 0) {
            LOG.warnf("%d more slow requests are not logged: the log does not keep up", unsaid);
        }
    }

    @Override
    public void close() {
        thread.close();
    }

    static String line(RequestBreakdown request, SpanContext trace) {
        StringBuilder line = new StringBuilder("Slow request ")
                .append(request.method())
                .append(' ')
                .append(request.uri())
                .append(" status=")
                .append(request.aborted() ? "aborted" : request.status())
                .append(" realm=")
                .append(field(request.realm()))
                .append(" client=")
                .append(field(request.client()))
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

    /** Names are free text: none may begin a line of its own in the log, or look like a field. */
    private static String field(String name) {
        if (name == null) {
            return "-";
        }
        String printable = UNPRINTABLE.matcher(name).replaceAll("?");
        return UNCLEAR.matcher(printable).find()
                ? '"' + printable.replace("\\", "\\\\").replace("\"", "\\\"") + '"'
                : printable;
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.1fms", nanos / 1e6);
    }
}
