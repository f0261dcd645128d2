// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Measures the import against its alternatives: one POST for each record, partial import, and COPY of the same rows.
 * All are warmed up by the same rule, and each round runs them in another order. Every run has a realm of its own, and
 * tables in the same state.
 */
final class WorkloadRun implements Measurement {

    private final List<Contender> contenders;
    private final Tables tables;
    private final BenchSettings settings;
    private final Random random = new Random(26);
    private final List<WorkloadResult> all = new ArrayList<>();

    /** @param contenders the first one is compared with each other one */
    WorkloadRun(List<Contender> contenders, Tables tables, BenchSettings settings) {
        this.contenders = contenders;
        this.tables = tables;
        this.settings = settings;
    }

    @Override
    public String name() {
        return "workloads";
    }

    @Override
    public void run() throws Exception {
        TimeLimit limit = new TimeLimit();
        int left = settings.workloads().size();
        for (Workload workload : settings.workloads()) {
            all.add(measure(workload, limit.share(left)));
            left--;
        }
    }

    private WorkloadResult measure(Workload workload, TimeLimit limit) throws Exception {
        WorkloadResult measured = new WorkloadResult(workload.label());
        List<Contender> order = new ArrayList<>();
        for (Contender contender : contenders) {
            if (contender.takes(workload)) {
                order.add(contender);
                System.out.printf("%s, warming up: %s%n", workload.label(), contender.label());
                WarmUp.Result warmUp = warmUp(contender, workload);
                measured.sides().put(contender.label(), new WorkloadResult.Side(warmUp, contender.tune(workload)));
            }
        }
        for (int round = 1; round <= settings.rounds() && limit.allowsRound(); round++) {
            System.out.printf("%s, round %d of %d%n", workload.label(), round, settings.rounds());
            limit.roundBegins();
            Collections.shuffle(order, random);
            for (Contender contender : order) {
                Contender.Trial trial = contender.prepare(workload);
                tables.settle();
                measured.sides().get(contender.label()).runs().add(trial.run());
            }
            limit.roundEnded();
        }
        return measured;
    }

    private static WarmUp.Result warmUp(Contender contender, Workload workload) throws Exception {
        WarmUp warmUp = new WarmUp(contender.leastWarmUp());
        do {
            Run run = contender.prepare(workload).run();
            warmUp.add(run.rate(), run.seconds());
        } while (!warmUp.isDone());
        return warmUp.result();
    }

    @Override
    public void print(PrintStream out) {
        out.printf("%n%-15s", "records/s");
        contenders.forEach(contender -> out.printf(" %17s", contender.label()));
        out.println();
        for (WorkloadResult measured : all) {
            out.printf("%-15s", measured.workload());
            contenders.forEach(contender -> out.printf(Locale.ROOT, " %,17.0f", measured.rate(contender.label())));
            out.println();
        }
        out.printf("%n%-15s %17s", "times as fast", "");
        contenders.stream().skip(1).forEach(contender -> out.printf(" %17s", contender.label()));
        out.println();
        for (WorkloadResult measured : all) {
            out.printf("%-15s %17s", measured.workload(), "");
            contenders.stream()
                    .skip(1)
                    .forEach(contender -> out.printf(
                            Locale.ROOT, " %17.2f", measured.ratios().getOrDefault(contender.label(), Double.NaN)));
            out.println();
        }
        out.println("""

                Medians of the rounds; NaN: partial import has no such records, or COPY was not measured.
                The Admin API and partial import wait for the disk at each commit (fsync).
                "Admin API async" is the Admin API with synchronous_commit=off, the way Keylift and COPY commit;
                only the end of a Keylift job waits.
                """.stripTrailing());
        all.forEach(measured -> print(measured, out));
    }

    private static void print(WorkloadResult measured, PrintStream out) {
        out.printf("%n%s%n", measured.workload());
        measured.sides().forEach((label, side) -> {
            out.printf(
                    Locale.ROOT,
                    "  %-16s rounds %s; CPU of a record: Keycloak %.1f us, PostgreSQL %.1f us;"
                            + " warmed up for %.0f s%s%n",
                    label,
                    rounded(side.rates()),
                    side.cpu(CpuTimes::keycloak),
                    side.cpu(CpuTimes::postgresql),
                    side.warmUp().seconds(),
                    side.warmUp().steady() ? "" : ", its rate still changing");
            if (!side.ratesByConnections().isEmpty()) {
                out.printf("  %-16s by connections: %s%n", "", byConnections(side.ratesByConnections()));
            }
            if (!side.phases().isEmpty()) {
                out.printf("  %-16s time of chunks: %s%n", "", shares(side.phases()));
            }
        });
    }

    private static String byConnections(Map<Integer, Double> rates) {
        return rates.entrySet().stream()
                .map(choice -> String.format(Locale.ROOT, "%d: %,.0f/s", choice.getKey(), choice.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String shares(Map<String, Double> phases) {
        return phases.entrySet().stream()
                .map(phase -> String.format(Locale.ROOT, "%s %.0f %%", phase.getKey(), phase.getValue() * 100))
                .collect(Collectors.joining(", "));
    }

    private static String rounded(List<Double> rates) {
        return rates.stream()
                .map(rate -> String.format(Locale.ROOT, "%,.0f", rate))
                .toList()
                .toString();
    }

    @Override
    public Object result() {
        return all.stream().map(WorkloadRun::json).toList();
    }

    private static Map<String, Object> json(WorkloadResult measured) {
        Map<String, Object> sides = new LinkedHashMap<>();
        measured.sides().forEach((label, side) -> {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("records", side.runs().get(0).records());
            json.put("rates", side.rates());
            json.put("ratesByConnections", side.ratesByConnections());
            json.put("cpu", side.runs().stream().map(Run::cpu).toList());
            json.put("phases", side.phases());
            json.put("warmUp", side.warmUp());
            sides.put(label, json);
        });
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("workload", measured.workload());
        json.put("sides", sides);
        json.put("ratios", measured.ratios());
        return json;
    }
}
