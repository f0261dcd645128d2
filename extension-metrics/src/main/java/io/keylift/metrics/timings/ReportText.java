// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.history.Comparison;
import io.keylift.metrics.history.EndpointChange;
import io.keylift.metrics.history.HistoryReader;
import io.keylift.metrics.history.TimingsHistory;
import io.keylift.metrics.recent.EndpointName;
import io.keylift.metrics.recent.EndpointStatement;
import io.keylift.metrics.recent.Recent;
import io.keylift.metrics.recent.RecentWork;
import io.keylift.metrics.recent.StatementFigures;
import io.keylift.metrics.recent.Summary;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestTracker;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.keycloak.common.Version;

/**
 * A report on this node as one file in Markdown, to attach to an issue. It names no realm, no client, no user and no
 * host, and no value of a statement.
 */
final class ReportText {

    private static final int MOST = 25;
    private static final double MILLION = 1e6;
    private static final double MEBIBYTE = 1024 * 1024;

    private final StringBuilder text = new StringBuilder();

    private ReportText() {}

    /**
     * Makes the report.
     *
     * @param comparison what changed since the version before, or the reason why that is unknown
     */
    static String of(RecentWork work, Optional<TimingsHistory> history, RequestTracker tracker, Changes comparison) {
        ReportText report = new ReportText();
        report.server(history);
        report.endpoints(work.recent());
        report.changes(comparison);
        report.statements(work.statements());
        report.inFlight(tracker.inFlightByPhase());
        return report.text.toString();
    }

    /**
     * The changes since the version before.
     *
     * @param comparison {@code null} if it is unknown
     * @param reason why it is unknown, or {@code null}
     */
    record Changes(Comparison comparison, String reason) {

        /** Reads it. */
        static Changes of(HistoryAccess access, Optional<TimingsHistory> history, Opening opening) {
            try {
                return new Changes(access.read(history, opening::of, reader -> reader.versions(Instant.now())), null);
            } catch (RefusedException e) {
                return new Changes(null, e.getMessage());
            }
        }
    }

    /** Makes a reader of the history. */
    @FunctionalInterface
    interface Opening {
        HistoryReader of(TimingsHistory history);
    }

    private void server(Optional<TimingsHistory> history) {
        Runtime runtime = Runtime.getRuntime();
        String keylift = ReportText.class.getPackage().getImplementationVersion();
        text.append("# Where the time of requests goes\n\n");
        table("what", "value");
        row("at", Instant.now());
        row("Keycloak", Version.VERSION);
        row("Keylift", keylift);
        row("version in the history", history.map(TimingsHistory::version).orElse("none"));
        row("Java", Runtime.version());
        row("processors", runtime.availableProcessors());
        row("heap", number(runtime.maxMemory() / MEBIBYTE) + " MiB at most");
        row("database", ManagementPath.option("db").orElse("dev-file"));
    }

    private void endpoints(Recent recent) {
        text.append("\n## Endpoints\n\nFrom ")
                .append(recent.interval().from())
                .append(" to ")
                .append(recent.interval().to())
                .append(", on this node, by total time. Times are in milliseconds and of one request.\n\n");
        table(
                "endpoint",
                "requests",
                "total",
                "mean",
                "p95",
                "max",
                "statements",
                "kB allocated",
                "phases of the mean");
        recent.endpoints().entrySet().stream()
                .sorted(Comparator.comparingLong(
                        endpoint -> -endpoint.getValue().nanos()))
                .limit(MOST)
                .forEach(endpoint -> endpoint(endpoint.getKey(), endpoint.getValue()));
    }

    private void endpoint(EndpointName name, Summary summary) {
        double count = summary.count();
        row(
                named(name),
                summary.count(),
                millis(summary.nanos()),
                millis(summary.nanos() / count),
                millis(summary.p95()),
                millis(summary.max()),
                number(summary.statements() / count),
                number(summary.allocated() / count / 1000),
                Arrays.stream(Phase.values())
                        .filter(phase -> summary.phases().nanos(phase) > 0)
                        .sorted(Comparator.comparingLong(
                                phase -> -summary.phases().nanos(phase)))
                        .map(phase ->
                                phase.label() + " " + millis(summary.phases().nanos(phase) / count))
                        .collect(Collectors.joining(", ")));
    }

    private void changes(Changes changes) {
        text.append("\n## Since the version before\n\n");
        Comparison comparison = changes.comparison();
        if (comparison == null || comparison.before() == null) {
            text.append(comparison == null ? changes.reason() : "The history has no version before")
                    .append(".\n");
            return;
        }
        text.append(comparison.before().version())
                .append(" until ")
                .append(comparison.before().to())
                .append(", then ")
                .append(comparison.now().version())
                .append(". The worst first.\n\n");
        table("endpoint", "requests before", "now", "statements before", "now", "p95 before", "now", "doubled");
        comparison.endpoints().stream()
                .filter(EndpointChange::isComparable)
                .limit(MOST)
                .forEach(this::change);
    }

    private void change(EndpointChange change) {
        Summary before = change.before();
        Summary now = change.now();
        row(
                named(change.endpoint()),
                before.count(),
                now.count(),
                number(before.statements() / (double) before.count()),
                number(now.statements() / (double) now.count()),
                millis(before.p95()),
                millis(now.p95()),
                String.join(", ", change.doubled()));
    }

    private void statements(Map<EndpointStatement, StatementFigures> statements) {
        text.append("\n## Statements\n\nBy total time.\n\n");
        table("endpoint", "executions", "total", "most in a request", "statement");
        statements.entrySet().stream()
                .sorted(Comparator.comparingLong(
                        statement -> -statement.getValue().nanos()))
                .limit(MOST)
                .forEach(statement -> row(
                        named(statement.getKey().endpoint()),
                        statement.getValue().count(),
                        millis(statement.getValue().nanos()),
                        statement.getValue().most(),
                        "`" + statement.getKey().statement().text() + "`"));
    }

    private void inFlight(Map<Phase, Integer> phases) {
        text.append("\n## In flight\n\n");
        table("phase", "requests");
        phases.forEach((phase, requests) -> row(phase.label(), requests));
    }

    private void table(String... heads) {
        row((Object[]) heads);
        text.append("|").append("---|".repeat(heads.length)).append("\n");
    }

    private void row(Object... cells) {
        text.append("| ")
                .append(Arrays.stream(cells)
                        .map(cell -> String.valueOf(cell).replace("|", "\\|").replace('\n', ' '))
                        .collect(Collectors.joining(" | ")))
                .append(" |\n");
    }

    private static String named(EndpointName name) {
        List<String> parts = name.grantType() == null
                ? List.of(name.method(), name.uri())
                : List.of(name.method(), name.uri(), name.grantType());
        return String.join(" ", parts);
    }

    private static String millis(double nanos) {
        return number(nanos / MILLION);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
