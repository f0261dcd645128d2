// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.bench.Instrumentation;
import io.keylift.bench.Mean;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** The part of the report that compares the servers. */
final class ServersMarkdown {

    private ServersMarkdown() {}

    static String of(Sizing sizing) {
        StringJoiner text = new StringJoiner("\n");
        text.add("## Servers beside each other\n");
        text.add(
                "All but the first column: at the highest rate that all servers of a set held. Ratios: the mean of the "
                        + "sets, in brackets the least and the most.\nCPU is that of the server's process.\n");
        for (Comparison comparison : sizing.comparisons()) {
            text.add(service(comparison));
        }
        text.add(starts(sizing.state()));
        text.add(steps(sizing.state()));
        return text.toString();
    }

    private static String service(Comparison comparison) {
        MarkdownTable table = new MarkdownTable(
                "server",
                "SLO held up to (/s)",
                "rate (/s)",
                "mean (ms)",
                "p90",
                "p95",
                "p99",
                "CPU (ms)",
                "CPU of plain",
                "without the compiler",
                "allocated (KB)",
                "allocated of plain",
                "database CPU (ms)",
                "generator CPU (ms)");
        for (Comparison.Row row : comparison.rows()) {
            table.row(
                    row.server().label(),
                    Spread.of(row.held(), Step::rate).toString(),
                    Spread.of(row.compared(), Step::rate).toString(),
                    row.figure(figures -> figures.latencies().mean()).toString(),
                    row.figure(figures -> figures.latencies().p90()).toString(),
                    row.figure(figures -> figures.latencies().p95()).toString(),
                    row.figure(figures -> figures.latencies().p99()).toString(),
                    row.figure(StepFigures::serverMillisPerOperation).toString(),
                    ratio(row.ofPlain(StepFigures::serverMillisPerOperation)),
                    ratio(row.ofPlain(StepFigures::serverMillisWithoutCompiler)),
                    row.figure(StepFigures::allocatedKilobytesPerOperation).toString(),
                    ratio(row.ofPlain(StepFigures::allocatedKilobytesPerOperation)),
                    row.figure(StepFigures::databaseMillisPerOperation).toString(),
                    row.figure(StepFigures::generatorMillisPerOperation).toString());
        }
        return "### " + comparison.service().label() + "\n\n" + table;
    }

    private static String ratio(List<Double> ofPlain) {
        if (ofPlain.isEmpty()) {
            return "-";
        }
        Mean mean = Mean.of(ofPlain);
        return ofPlain.size() == 1
                ? Numbers.ratio(mean.mean())
                : Numbers.ratio(mean.mean()) + " (" + Numbers.ratio(mean.least()) + " to " + Numbers.ratio(mean.most())
                        + ")";
    }

    private static String starts(LoadState state) {
        MarkdownTable table = new MarkdownTable("server", "ready after (s)", "resident memory after its steps (MB)");
        for (Instrumentation server : state.settings().servers()) {
            List<Start> starts = state.starts().stream()
                    .filter(start -> start.server() == server)
                    .toList();
            table.row(
                    server.label(),
                    Spread.of(starts, Start::readySeconds).toString(),
                    Spread.of(starts, Start::residentMegabytes).toString());
        }
        return "### Starts\n\n" + table;
    }

    private static String steps(LoadState state) {
        MarkdownTable table = new MarkdownTable(
                "set",
                "server",
                "service",
                "rate (/s)",
                "served (/s)",
                "failed",
                "p50 (ms)",
                "p95",
                "CPU (ms)",
                "compiler (%)",
                "SLO");
        for (Step step : state.steps()) {
            StepFigures figures = step.figures();
            table.row(
                    Integer.toString(step.set()),
                    step.server().label(),
                    step.service().label(),
                    Numbers.round(step.rate()),
                    Numbers.round(figures.operationsPerSecond()),
                    String.format(
                            Locale.ROOT,
                            "%d of %d",
                            figures.latencies().failed(),
                            figures.latencies().operations()),
                    Numbers.round(figures.latencies().p50()),
                    Numbers.round(figures.latencies().p95()),
                    Numbers.round(figures.serverMillisPerOperation()),
                    Numbers.round(100 * figures.compilerMicros() / figures.serverMicros()),
                    step.held() ? "held" : "broken");
        }
        return "### All steps\n\n" + table;
    }
}
