// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bench.load.StalledSeconds.Stall;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The report on the loss of a node. */
final class NodeLossMarkdown {

    static final String HEAD = """
            # Loss of a node

            Two nodes behind HAProxy. One is killed and started again while the load and an import go on. A second is
            stalled if its requests take at least three times the mean of the seconds before, and 20 ms more. It is also
            stalled if no request ends for so long that chance explains it once in a thousand times at most. Seconds
            count from the loss.
            """;

    private static final int PHASES = 4;

    private NodeLossMarkdown() {}

    static String of(Loss loss) {
        StalledSeconds stalled = StalledSeconds.of(loss.seconds(), loss.rate(), loss.left());
        MarkdownTable figures = new MarkdownTable("what", "figure");
        figures.row("rate (/s)", Numbers.round(loss.rate()));
        figures.row("operations", Long.toString(loss.latencies().operations()));
        figures.row("failed", Long.toString(loss.latencies().failed()));
        figures.row("mean before (ms)", Numbers.round(stalled.usual()));
        figures.row("p99 (ms)", Numbers.round(loss.latencies().p99()));
        figures.row("node ready again after (s)", Numbers.round(seconds(loss.left(), loss.back())));
        figures.row("stalled seconds", Integer.toString(stalled.stalls().size()));
        figures.row("import", loss.imports());
        return "\n## " + loss.service().label() + "\n\n" + figures + "\n" + stalls(stalled, loss.left()) + "\n"
                + events(loss.events(), loss.left());
    }

    private static String stalls(StalledSeconds stalled, Instant left) {
        if (stalled.stalls().isEmpty()) {
            return "No second was stalled.\n";
        }
        MarkdownTable table =
                new MarkdownTable("second", "requests", "mean (ms)", "where the time beyond the usual sat (ms)");
        for (Stall stall : stalled.stalls()) {
            table.row(
                    Numbers.round(seconds(left, stall.second().at())),
                    Long.toString(stall.second().requests()),
                    Numbers.round(stall.second().mean()),
                    stall.second().requests() == 0 ? "no request ended" : phases(stall.excess()));
        }
        List<Map.Entry<String, Double>> total = stalled.total().entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .toList();
        table.row("all", "", "", phases(total));
        return table.toString();
    }

    private static String phases(List<Map.Entry<String, Double>> excess) {
        return excess.stream()
                .limit(PHASES)
                .map(phase -> phase.getKey() + " " + Numbers.round(phase.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String events(List<JsonNode> events, Instant left) {
        MarkdownTable table = new MarkdownTable("second", "event of the cluster", "took (s)", "caches");
        for (JsonNode event : events) {
            table.row(
                    String.format(
                            Locale.ROOT,
                            "%.1f",
                            seconds(left, Instant.parse(event.get("at").asText()))),
                    event.get("kind").asText(),
                    event.has("duration") ? Numbers.round(event.get("duration").asDouble()) : "",
                    StreamSupport.stream(event.path("caches").spliterator(), false)
                            .map(JsonNode::asText)
                            .collect(Collectors.joining(", ")));
        }
        return table.toString();
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / 1e3;
    }
}
