// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.figures;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bench.Quantiles;
import io.keylift.bench.figures.Measured.Found;
import java.util.ArrayList;
import java.util.List;

/** Tables about imports of few records: the highest latencies of all rounds and runs. */
final class SmallRequestTables {

    /** Imports and sign-ins that begin in a second. */
    private static final List<int[]> LOADS =
            List.of(new int[] {0, 10}, new int[] {50, 10}, new int[] {0, 20}, new int[] {200, 20}, new int[] {200, 0});

    private final List<PublishedRun> runs;

    SmallRequestTables(List<PublishedRun> runs) {
        this.runs = runs;
    }

    FigureTable single() {
        FigureTable table = new FigureTable("request of one client", "p50", "p95", "samples");
        for (String what : List.of("import of one record", "import of ten records")) {
            Measured found = Measured.of(runs, "/smallRequests/calls", "what", what);
            table.row(
                    found,
                    what,
                    () -> List.of(
                            quantile(found, 0.5), quantile(found, 0.95), Integer.toString(found.count("/millis"))));
        }
        return table;
    }

    private static String quantile(Measured calls, double share) {
        return Rounded.millis(calls.highest(run -> Quantiles.nearestRank(run.numbers("/millis"), share)));
    }

    FigureTable loads() {
        FigureTable table = new FigureTable(
                "imports of one record",
                "sign-ins",
                "imports, p50",
                "imports, p99",
                "refused with 429",
                "sign-ins, p99",
                "rounds");
        for (int[] load : LOADS) {
            Measured found = load(load[0], load[1]);
            table.row(found, List.of(load[0] + "/s", load[1] + "/s"), () -> {
                boolean imports = load[0] > 0;
                return List.of(
                        imports ? millis(found, "/imports/p50") : "",
                        imports ? millis(found, "/imports/p99") : "",
                        imports ? String.format("%.0f", found.highest(run -> run.number("/refused"))) : "",
                        load[1] > 0 ? millis(found, "/signIns/p99") : "",
                        Integer.toString(found.found().size()));
            });
        }
        return table;
    }

    private static String millis(Measured loads, String pointer) {
        return Rounded.millis(loads.highest(run -> run.number(pointer)));
    }

    private Measured load(int imports, int signIns) {
        List<Found> found = new ArrayList<>();
        for (PublishedRun run : runs) {
            for (JsonNode round : run.json().at("/smallRequests/rounds")) {
                for (JsonNode load : round) {
                    if (load.at("/load/imports").asInt() == imports
                            && load.at("/load/signIns").asInt() == signIns) {
                        found.add(new Found(run, load));
                    }
                }
            }
        }
        return new Measured(found);
    }
}
