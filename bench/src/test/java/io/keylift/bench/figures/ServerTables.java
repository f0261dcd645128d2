// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.figures;

import io.keylift.bench.Mean;
import io.keylift.bench.Quantiles;
import io.keylift.bench.figures.Measured.Found;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Tables about the cost of sign-ins, capabilities and timings: the highest values of all rounds and runs. */
final class ServerTables {

    static final String IDLE = "/idle";
    static final String IMPORTING = "/importing";

    private static final String CHANGING = "/changing";

    private static final Map<String, String> REQUESTS = ImportTables.titles(
            "CLIENT_CREDENTIALS", "token by client credentials",
            "USERINFO", "userinfo");

    private static final Map<String, String> SERVERS = ImportTables.titles(
            "KEYLIFT_METRICS", "`keylift-metrics.jar`",
            "NATIVE_TRACING", "own tracing",
            "JAVAAGENT", "OpenTelemetry javaagent");

    private static final Map<String, String> STATEMENTS = ImportTables.titles(
            "ROWS", "rows counted",
            "ROUTE", "`route`",
            "ROUTE_AND_TRACE", "`route-and-trace`, every request traced; compared with tracing alone");

    private final List<PublishedRun> runs;

    ServerTables(List<PublishedRun> runs) {
        this.runs = runs;
    }

    /** The rounds of all runs. */
    Measured signIns() {
        return Measured.of(runs, "/signIns");
    }

    static String quantile(Measured rounds, String when, String name) {
        return Rounded.millis(rounds.highest(run -> run.number(when + "/" + name)));
    }

    FigureTable signInsTable() {
        FigureTable table = new FigureTable("sign-ins", "p50", "p95", "p99", "samples", "whole persons");
        Measured found = signIns();
        Measured changing = found.where(run -> run.figures().has("changing"));
        table.row(found, "without an import", () -> spread(found, IDLE, ""));
        table.row(
                found,
                "during an import",
                () -> spread(found, IMPORTING, Rounded.rate(found.lowest(run -> run.number("/imported")))));
        table.row(
                changing,
                "during an import that changes one field of each user, again and again",
                () -> spread(changing, CHANGING, Rounded.rate(changing.lowest(run -> run.number("/changed")))));
        return table;
    }

    private static List<String> spread(Measured rounds, String when, String persons) {
        double samples = rounds.lowest(run -> run.number(when + "/samples"));
        return List.of(
                quantile(rounds, when, "p50"),
                quantile(rounds, when, "p95"),
                quantile(rounds, when, "p99"),
                String.format(Locale.ROOT, "%d × %.0f", rounds.found().size(), samples),
                persons);
    }

    /** A call for 267 sets of a role with this number of users, in a realm with 200 other roles that have as many. */
    Measured sets(String call, int users) {
        return Measured.of(runs, "/assignments", "what", call + " 267 sets, " + users + " users, 200 other roles");
    }

    static String p95(Measured calls) {
        return Rounded.millis(calls.highest(run -> Quantiles.nearestRank(run.numbers("/millis"), 0.95)));
    }

    FigureTable assignments() {
        FigureTable table = new FigureTable(
                "267 capability sets",
                "users of the role",
                "mean",
                "p95",
                "samples",
                "CPU of Keycloak",
                "CPU of PostgreSQL");
        for (String call : List.of("assign", "unassign")) {
            for (int users : new int[] {0, 100, 10_000}) {
                Measured found = sets(call, users);
                table.row(
                        found,
                        List.of(call, String.format(Locale.ROOT, "%,d", users)),
                        () -> List.of(
                                Rounded.millis(found.highest(ServerTables::mean)),
                                p95(found),
                                Integer.toString(found.count("/millis")),
                                cpu(found, "keycloak"),
                                cpu(found, "postgresql")));
            }
        }
        return table;
    }

    private static double mean(Found run) {
        return run.numbers("/millis").stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
    }

    private static String cpu(Measured calls, String process) {
        String pointer = "/cpu/" + process;
        Measured known = calls.where(run -> run.figures().at(pointer).isNumber());
        return known.isEmpty() ? "" : Rounded.millis(known.highest(run -> run.number(pointer) / 1e3));
    }

    Measured cost(String grant) {
        return Measured.of(runs, "/metricsCost/costs", "grant", grant);
    }

    /** Highest share that the timings add to the CPU time of a request, in percent. */
    static String percent(Measured cost) {
        return Rounded.cost((cost.highest(run -> ratio(run, "KEYLIFT_METRICS").mean()) - 1) * 100, 1) + " %";
    }

    private static Mean ratio(Found run, String server) {
        return Mean.of(sort(run, server).numbers("/ofPlainCompiled"));
    }

    private static Found sort(Found run, String server) {
        return run.inside("/sorts", "observed", server).orElseThrow();
    }

    FigureTable timings() {
        FigureTable table = new FigureTable(
                "CPU time of a request",
                "server",
                "ratio to a plain server",
                "95 % interval",
                "lowest and highest set",
                "plain server",
                "sets");
        REQUESTS.forEach((grant, request) -> SERVERS.forEach((server, title) -> {
            Measured found = cost(grant)
                    .where(run -> run.inside("/sorts", "observed", server).isPresent());
            if (!found.isEmpty() || server.equals("KEYLIFT_METRICS")) {
                table.row(found, List.of(request, title), () -> timings(found, server));
            }
        }));
        return table;
    }

    private static List<String> timings(Measured found, String server) {
        Found worst = found.worst(run -> ratio(run, server).mean());
        Mean ratio = ratio(worst, server);
        return List.of(
                Rounded.cost(ratio.mean(), 3),
                range(ratio.low(), ratio.high()),
                range(ratio.least(), ratio.most()),
                Rounded.millis(Quantiles.median(sort(worst, "PLAIN").numbers("/micros")) / 1e3),
                Integer.toString(ratio.times()));
    }

    FigureTable statements() {
        FigureTable table = new FigureTable(
                "options",
                "CPU of Keycloak, ratio to a server without",
                "lowest and highest set",
                "CPU of PostgreSQL, likewise",
                "lowest and highest set",
                "sets");
        STATEMENTS.forEach((options, title) -> {
            Measured found = Measured.of(runs, "/statementsCost/sorts", "options", options);
            table.row(found, title, () -> statements(found));
        });
        return table;
    }

    private static List<String> statements(Measured found) {
        Found worst =
                found.worst(run -> Mean.of(run.numbers("/postgresqlShare")).mean());
        Mean keycloak = Mean.of(worst.numbers("/keycloakShare"));
        Mean postgresql = Mean.of(worst.numbers("/postgresqlShare"));
        return List.of(
                Rounded.cost(keycloak.mean(), 2),
                range(keycloak.least(), keycloak.most()),
                Rounded.cost(postgresql.mean(), 2),
                range(postgresql.least(), postgresql.most()),
                Integer.toString(keycloak.times()));
    }

    private static String range(double from, double to) {
        return Double.isNaN(from) ? "" : String.format(Locale.ROOT, "%.3f to %.3f", from, to);
    }
}
