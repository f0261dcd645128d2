// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.cluster.ClusterEventKind;
import io.keylift.metrics.cluster.ClusterEvents;
import io.keylift.metrics.request.OwnThread;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestBreakdown;
import io.keylift.metrics.request.RequestObserver;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Logs each slow request in one line: endpoint, realm and client of the caller, the path's realm if it is another one,
 * the time of each phase in milliseconds, the lock that it waited for long with frames of the lock's holder, the kinds
 * of events that the cluster had in its time, and the trace id if there is one. The number of lines of an endpoint in a
 * minute is limited; the rest is counted. The log has its own thread: when everything is slow, the log may be slow,
 * too, and requests end on event loops. Imports are slow by nature and have their own figures, so they are not logged.
 */
final class SlowRequestLog implements RequestObserver {

    private static final Logger LOG = Logger.getLogger("io.keylift.metrics.slow-request");

    /** Maximum number of lines that wait for the log. */
    static final int QUEUE = 1024;

    /** Maximum number of lines of one endpoint in one minute. */
    static final int LINES = 10;

    /** Endpoints of imports, below that of a realm. */
    private static final List<String> IMPORTS = List.of("/bulk-import/{kind}", "/bulk-import");

    /** Characters that would end a line, end a field or imitate one. */
    private static final Pattern UNCLEAR = Pattern.compile("[\\s\\p{Z}=\"\\\\]");

    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private final long thresholdNanos;
    private final Supplier<Optional<ClusterEvents>> cluster;
    private final OwnThread thread = new OwnThread("keylift-slow-request-log", QUEUE);
    private final AtomicLong missed = new AtomicLong();
    private final LinesPerMinute limit;

    SlowRequestLog(long thresholdMillis, Supplier<Optional<ClusterEvents>> cluster) {
        thresholdNanos = TimeUnit.MILLISECONDS.toNanos(thresholdMillis);
        this.cluster = cluster;
        limit = new LinesPerMinute(
                LINES,
                System::nanoTime,
                CompletableFuture.delayedExecutor(1, TimeUnit.MINUTES, thread),
                SlowRequestLog::logHeldBack);
    }

    @Override
    public void requestEnded(RequestBreakdown request) {
        if (request.nanos() >= thresholdNanos && !isImport(request)) {
            SpanContext trace = Span.current().getSpanContext();
            try {
                thread.execute(() -> log(request, trace));
            } catch (RejectedExecutionException e) {
                missed.incrementAndGet();
            }
        }
    }

    private static boolean isImport(RequestBreakdown request) {
        return request.method().equals("POST") && IMPORTS.stream().anyMatch(request.uri()::endsWith);
    }

    private void log(RequestBreakdown request, SpanContext trace) {
        if (limit.isOneMore(request.method() + ' ' + request.uri(), request.nanos())) {
            String inCluster = inCluster(request);
            SlowRequestFields.around(
                    SlowRequestFields.of(request, inCluster, trace), () -> LOG.warn(line(request, inCluster, trace)));
        }
        long unsaid = missed.getAndSet(0);
        if (unsaid > 0) {
            LOG.warnf("%d more slow requests are not logged because the log is too slow", unsaid);
        }
    }

    /** Kinds of events of the cluster that the request may have waited for; empty if there are none. */
    private String inCluster(RequestBreakdown request) {
        Set<ClusterEventKind> kinds = cluster.get()
                .map(events ->
                        events.kindsBetween(request.start(), request.start().plusNanos(request.nanos())))
                .orElse(Set.of());
        return kinds.stream().map(ClusterEventKind::label).collect(Collectors.joining(","));
    }

    private static void logHeldBack(String endpoint, long requests, long longestNanos) {
        LOG.warnf(
                "%d more slow requests %s within a minute are not logged; the longest took %s",
                requests, endpoint, millis(longestNanos));
    }

    @Override
    public void close() {
        try {
            thread.execute(limit::end);
        } catch (RejectedExecutionException e) {
            // The log is slower than the requests: lines are dropped.
        }
        thread.close();
    }

    /** @param inCluster kinds of events of the cluster in its time; empty if there are none */
    static String line(RequestBreakdown request, String inCluster, SpanContext trace) {
        StringBuilder line = new StringBuilder("Slow request ")
                .append(request.method())
                .append(' ')
                .append(request.uri())
                .append(" status=")
                .append(request.aborted() ? "aborted" : request.status())
                .append(" realm=")
                .append(field(request.realm()))
                .append(" client=")
                .append(field(request.client()));
        if (request.otherRealm() != null) {
            line.append(" pathRealm=").append(field(request.otherRealm()));
        }
        if (request.grantType() != null) {
            line.append(" grant_type=").append(field(request.grantType()));
        }
        line.append(" total=").append(millis(request.nanos()));
        for (Phase phase : Phase.values()) {
            line.append(' ')
                    .append(phase.label())
                    .append('=')
                    .append(millis(request.phases().nanos(phase)));
        }
        line.append(" statements=")
                .append(request.statements())
                .append(" connections=")
                .append(request.connectionWaits().size())
                .append(" allocated=")
                .append(request.allocated() / 1024)
                .append("KiB");
        if (!request.steps().isEmpty()) {
            line.append(" steps=")
                    .append(request.steps().stream()
                            .map(step -> step.authenticator() + ':' + millis(step.nanos()))
                            .collect(Collectors.joining(",")));
        }
        if (request.lock() != null) {
            line.append(" lock=")
                    .append(field(request.lock().lock()))
                    .append(" holder=")
                    .append(field(
                            request.lock().holder().isEmpty()
                                    ? null
                                    : String.join(" ", request.lock().holder())));
        }
        if (!inCluster.isEmpty()) {
            line.append(" cluster=").append(inCluster);
        }
        if (trace.isValid()) {
            line.append(" traceId=").append(trace.getTraceId());
        }
        return line.toString();
    }

    /**
     * Quotes a name that contains unclear characters, because names are free text and must not start a new line or
     * imitate a field.
     */
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
