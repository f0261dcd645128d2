// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.bench.Instrumentation;
import io.keylift.bench.Options;
import java.util.List;

/**
 * Settings of the load test. Each value is a system property {@code load.<name>}.
 *
 * @param users users of the realm for sign-ins
 * @param clients confidential clients of the same realm
 * @param servers ways to instrument a server, in the order of the first set
 * @param services services that each server is measured by
 * @param sets repetitions, which show the spread
 * @param first factor of the first rate of each service: 1 for two cores, larger for more cores
 * @param growth factor from one rate to the next
 * @param steps maximum number of rates of a ramp
 * @param seconds seconds for which each rate is measured
 * @param settleSeconds seconds of each rate before its measurement
 * @param warmUpSeconds length of the windows in which a new server serves each service as fast as it can before its
 *     first rate
 * @param p95 SLO: maximum time of 95 % of the operations, in milliseconds
 * @param errors SLO: maximum share of failed operations, in percent
 * @param refreshed number of sessions for refreshes and userinfo requests
 * @param sessions numbers of sessions for which memory is measured; empty to leave that out
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

    /** Number of ramps of all sets, servers and services. */
    int ramps() {
        return sets * servers.size() * services.size();
    }
}
