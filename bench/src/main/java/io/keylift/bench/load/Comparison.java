// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.bench.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Comparison of the servers in one service. Sets that lack a ramp do not count. */
record Comparison(Service service, List<Row> rows) {

    /**
     * One server; one value for each set.
     *
     * @param held its steps with the highest rate that held the SLO
     * @param compared its steps with the highest rate that all servers of the set held
     * @param plain steps of the plain server at the same rates
     */
    record Row(Instrumentation server, List<Step> held, List<Step> compared, List<Step> plain) {

        /** A figure at the compared rates. */
        Spread figure(ToDoubleFunction<StepFigures> figure) {
            return Spread.of(compared, step -> figure.applyAsDouble(step.figures()));
        }

        /** A figure as a share of that of the plain server in the same set; empty without such a server. */
        List<Double> ofPlain(ToDoubleFunction<StepFigures> figure) {
            return IntStream.range(0, plain.size())
                    .mapToObj(i -> figure.applyAsDouble(compared.get(i).figures())
                            / figure.applyAsDouble(plain.get(i).figures()))
                    .toList();
        }
    }

    static Comparison of(LoadState state, Service service) {
        List<Row> rows = new ArrayList<>();
        for (Instrumentation server : state.settings().servers()) {
            List<Step> held = new ArrayList<>();
            List<Step> compared = new ArrayList<>();
            List<Step> plain = new ArrayList<>();
            for (int set = 1; set <= state.settings().sets(); set++) {
                if (!isDone(state, set, service)) {
                    continue;
                }
                OptionalDouble most = mostHeld(state, set, server, service);
                if (most.isPresent()) {
                    held.add(step(state, set, server, service, most.getAsDouble()));
                }
                OptionalDouble common = mostHeldByAll(state, set, service);
                if (common.isPresent()) {
                    compared.add(step(state, set, server, service, common.getAsDouble()));
                    if (state.settings().servers().contains(Instrumentation.PLAIN)) {
                        plain.add(step(state, set, Instrumentation.PLAIN, service, common.getAsDouble()));
                    }
                }
            }
            rows.add(new Row(server, held, compared, plain));
        }
        return new Comparison(service, rows);
    }

    /** The row of a server. */
    Row row(Instrumentation server) {
        return rows.stream().filter(row -> row.server == server).findFirst().orElseThrow();
    }

    private static boolean isDone(LoadState state, int set, Service service) {
        return state.settings().servers().stream().noneMatch(server -> state.isOpen(set, server, service));
    }

    private static OptionalDouble mostHeld(LoadState state, int set, Instrumentation server, Service service) {
        return held(state, set, server, service).max();
    }

    private static OptionalDouble mostHeldByAll(LoadState state, int set, Service service) {
        return state.settings().servers().stream()
                .flatMap(server -> held(state, set, server, service).boxed())
                .filter(rate -> state.settings().servers().stream()
                        .allMatch(server -> held(state, set, server, service).anyMatch(rate::equals)))
                .mapToDouble(Double::doubleValue)
                .max();
    }

    private static DoubleStream held(LoadState state, int set, Instrumentation server, Service service) {
        return state.ramp(set, server, service).stream().filter(Step::held).mapToDouble(Step::rate);
    }

    private static Step step(LoadState state, int set, Instrumentation server, Service service, double rate) {
        return state.ramp(set, server, service).stream()
                .filter(step -> step.rate() == rate)
                .findFirst()
                .orElseThrow();
    }
}
