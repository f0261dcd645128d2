// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.bench.Instrumentation;
import io.keylift.bench.Options;
import java.util.List;

/**
 * How much is measured; each value is a system property {@code load.<name>}.
 *
 * @param users users of the realm that they sign in to
 * @param clients confidential clients of the same realm
 * @param servers ways to instrument a server, in the order of the first set
 * @param services what is asked of each of them
 * @param sets repetitions, which show the spread
 * @param first what the first rate of each service is multiplied by: 1 for two cores, more for more of them
 * @param growth factor from one rate to the next
 * @param steps rates of a ramp at most
 * @param seconds how long each rate is measured
 * @param settleSeconds how long each rate lasts before that
 * @param warmUpSeconds windows in which a new server serves each service as fast as it can before its first rate
 * @param p95 the SLO: the most that 95 % of the operations may take, in milliseconds
 * @param errors the SLO: the most of the operations that may fail, in percent
 * @param refreshed sessions that refreshes and userinfo requests choose from
 * @param sessions numbers of sessions whose memory is measured; none leaves it out
 * @param heap heap of each server
 */
record LoadSettings(
        int users,
        int clients,
        List<Instrumentation> servers,
        List<Service> services,
        int sets,
        double first,
        double growth,
        int steps,
        int seconds,
        int settleSeconds,
        int warmUpSeconds,
        double p95,
        double errors,
        int refreshed,
        List<Integer> sessions,
        String heap) {

    static LoadSettings of(Options options) {
        LoadSettings settings = new LoadSettings(
                options.whole("users", 1, 100_000),
                options.whole("clients", 1, 100_000),
                distinct(options.named(Instrumentation.class, "servers")),
                distinct(options.named(Service.class, "services")),
                options.whole("sets", 1, 3),
                options.number("first", 1),
                options.number("growth", 1.5),
                options.whole("steps", 1, 10),
                options.whole("seconds", 1, 20),
                options.whole("settleSeconds", 1, 5),
                options.whole("warmUpSeconds", 0, 30),
                options.number("p95", 500),
                options.number("errors", 1),
                options.whole("refreshed", 1, 1_000),
                counts(options.wholes("sessions", 1, "5000,10000,20000")),
                options.text("heap", "1g"));
        if (settings.growth <= 1) {
            throw new IllegalArgumentException("load.growth must be greater than 1");
        }
        return settings;
    }

    private static <E> List<E> distinct(List<E> chosen) {
        return chosen.stream().distinct().toList();
    }

    private static List<Integer> counts(List<Integer> chosen) {
        if (chosen.size() == 1) {
            throw new IllegalArgumentException("load.sessions must be none, or at least two numbers");
        }
        return chosen.stream().sorted().toList();
    }

    Slo slo() {
        return new Slo(p95, errors);
    }

    Ramp ramp(Service service) {
        return new Ramp(first * service.firstRate(), growth, steps);
    }

    /** Of all sets, servers and services. */
    int ramps() {
        return sets * servers.size() * services.size();
    }
}
