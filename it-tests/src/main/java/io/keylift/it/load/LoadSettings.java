// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.load;

import io.keylift.it.bench.Instrumentation;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

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

    static LoadSettings fromSystemProperties() {
        LoadSettings settings = new LoadSettings(
                whole("users", 100_000),
                whole("clients", 100_000),
                named(Instrumentation.class, "servers"),
                named(Service.class, "services"),
                whole("sets", 3),
                number("first", 1),
                number("growth", 1.5),
                whole("steps", 10),
                whole("seconds", 20),
                whole("settleSeconds", 5),
                whole("warmUpSeconds", 0, 30),
                number("p95", 500),
                number("errors", 1),
                whole("refreshed", 1_000),
                counts("sessions", "5000,10000,20000"),
                text("heap", "1g"));
        if (settings.growth <= 1) {
            throw new IllegalArgumentException("load.growth must be greater than 1");
        }
        return settings;
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

    private static String text(String name, String otherwise) {
        return System.getProperty("load." + name, otherwise);
    }

    private static int whole(String name, int otherwise) {
        return whole(name, 1, otherwise);
    }

    private static int whole(String name, int least, int otherwise) {
        int value = Integer.getInteger("load." + name, otherwise);
        if (value < least) {
            throw new IllegalArgumentException("load." + name + " must be at least " + least);
        }
        return value;
    }

    private static double number(String name, double otherwise) {
        double value = Double.parseDouble(text(name, Double.toString(otherwise)));
        if (!(value >= 0)) {
            throw new IllegalArgumentException("load." + name + " must not be negative");
        }
        return value;
    }

    private static List<Integer> counts(String name, String otherwise) {
        List<Integer> counts =
                words(text(name, otherwise)).map(Integer::valueOf).sorted().toList();
        if (!counts.isEmpty() && (counts.size() < 2 || counts.get(0) < 1)) {
            throw new IllegalArgumentException("load." + name + " must be none, or at least two numbers from 1 on");
        }
        return counts;
    }

    /** All if nothing is said. */
    private static <E extends Enum<E>> List<E> named(Class<E> type, String name) {
        String names = text(name, "");
        if (names.isBlank()) {
            return List.of(type.getEnumConstants());
        }
        return words(names).map(word -> named(type, name, word)).distinct().toList();
    }

    private static <E extends Enum<E>> E named(Class<E> type, String name, String word) {
        return Stream.of(type.getEnumConstants())
                .filter(one ->
                        one.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no " + word + " in load." + name));
    }

    private static Stream<String> words(String commaSeparated) {
        return commaSeparated.equals("none")
                ? Stream.of()
                : Stream.of(commaSeparated.split(",")).map(String::strip);
    }
}
