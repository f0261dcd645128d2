// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Prints what was measured as a table, and writes it as JSON. */
final class BenchReport {

    private BenchReport() {}

    static void print(List<Measured> all, PrintStream out) {
        out.printf(
                "%n%-15s %9s %11s %11s %11s %11s %9s %9s %7s%n",
                "records/s", "records", "Keylift", "Admin API", "partial", "COPY", "x Admin", "x partial", "of COPY");
        for (Measured measured : all) {
            double keylift = Measured.median(measured.keylift());
            out.printf(
                    Locale.ROOT,
                    "%-15s %,9d %,11.0f %,11.0f %,11.0f %,11.0f %9.1f %9.1f %7.2f%n",
                    measured.workload(),
                    measured.records(),
                    keylift,
                    Measured.median(measured.adminApi()),
                    Measured.median(measured.partialImport()),
                    Measured.median(measured.copy()),
                    keylift / Measured.median(measured.adminApi()),
                    keylift / Measured.median(measured.partialImport()),
                    keylift / Measured.median(measured.copy()));
        }
        out.println();
        for (Measured measured : all) {
            out.printf("%-15s time of chunks: %s%n", measured.workload(), shares(measured));
            measured.cpu()
                    .forEach((what, cpu) -> out.printf(
                            Locale.ROOT,
                            "%-15s CPU of a record, %s: Keycloak %.1f us, PostgreSQL %.1f us%n",
                            "",
                            what,
                            cpu.keycloak(),
                            cpu.postgresql()));
            out.printf(
                    "%-15s rounds: Keylift %s, Admin API %s, COPY %s%n",
                    "", rounded(measured.keylift()), rounded(measured.adminApi()), rounded(measured.copy()));
        }
        out.println("Medians of the rounds; NaN: partial import does not know them, or COPY was not measured.");
    }

    private static String shares(Measured measured) {
        return measured.phases().entrySet().stream()
                .map(phase -> String.format(Locale.ROOT, "%s %.0f %%", phase.getKey(), phase.getValue() * 100))
                .collect(Collectors.joining(", "));
    }

    private static String rounded(List<Double> rates) {
        return rates.stream()
                .map(rate -> String.format(Locale.ROOT, "%,.0f", rate))
                .toList()
                .toString();
    }

    static void write(
            List<Measured> all,
            List<ScaleRun.Scaled> scaled,
            List<Latency> capabilities,
            List<DecisionRun.Token> tokens,
            MetricsCost metricsCost,
            List<CodeShare> shares,
            BenchSettings settings,
            Path file)
            throws IOException {
        ObjectNode root = AdminHttp.JSON.createObjectNode();
        root.set("settings", AdminHttp.JSON.valueToTree(settings));
        root.set("scale", AdminHttp.JSON.valueToTree(scaled));
        root.set("capabilities", AdminHttp.JSON.valueToTree(capabilities));
        root.set("tokens", AdminHttp.JSON.valueToTree(tokens));
        root.set("metricsCost", AdminHttp.JSON.valueToTree(metricsCost));
        root.set("codeShares", AdminHttp.JSON.valueToTree(shares));
        ArrayNode workloads = root.putArray("workloads");
        for (Measured measured : all) {
            ObjectNode node = AdminHttp.JSON.valueToTree(measured);
            double keylift = Measured.median(measured.keylift());
            node.putObject("ratios")
                    .put("adminApi", keylift / Measured.median(measured.adminApi()))
                    .put("partialImport", keylift / Measured.median(measured.partialImport()))
                    .put("copy", keylift / Measured.median(measured.copy()));
            workloads.add(node);
        }
        AdminHttp.JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), root);
    }
}
