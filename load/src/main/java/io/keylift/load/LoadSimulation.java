// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.load;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.group;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.flushCookieJar;
import static io.gatling.javaapi.http.HttpDsl.http;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Simulates one rate of one scenario: new virtual users arrive at random moments, whether the server answers or not.
 * Users of the first seconds are in the group {@value #SETTLING}, all others in {@value #MEASURED}. Without a rate, a
 * few virtual users repeat the scenario as fast as the server answers.
 *
 * <p>System properties: {@code generator.scenario}, {@code generator.seconds}, {@code generator.rate} in users a second
 * and {@code generator.settleSeconds} before the measurement, or {@code generator.concurrent}, and those of
 * {@link Target}. Prints the line {@value #BEGIN} when the first measured user arrives, and {@value #END} when the last
 * one has finished.
 */
public final class LoadSimulation extends Simulation {

    static final String SETTLING = "settling";
    static final String MEASURED = "measured";
    static final String BEGIN = "generator: measuring";
    static final String END = "generator: done";

    private static final AtomicLong FIRST_ARRIVAL = new AtomicLong();
    private static final AtomicBoolean MEASURING = new AtomicBoolean();

    /** Gatling needs a constructor without parameters. */
    public LoadSimulation() {
        Target target = Target.fromSystemProperties();
        ChainBuilder operation = new Scenarios(target).named(System.getProperty("generator.scenario"));
        Duration measured = Duration.ofSeconds(Long.getLong("generator.seconds"));
        String rate = System.getProperty("generator.rate");
        setUp(
                        rate == null
                                ? again(operation, Integer.getInteger("generator.concurrent"), measured)
                                : arriving(operation, Double.parseDouble(rate), measured))
                .protocols(protocol(target));
    }

    private static PopulationBuilder arriving(ChainBuilder operation, double rate, Duration measured) {
        Duration settling = Duration.ofSeconds(Long.getLong("generator.settleSeconds"));
        return scenario("load")
                .exec(session -> session.set("stage", stage(settling)))
                .exec(group("#{stage}").on(operation))
                .injectOpen(constantUsersPerSec(rate)
                        .during(settling.plus(measured))
                        .randomized());
    }

    private static PopulationBuilder again(ChainBuilder operation, int concurrent, Duration time) {
        return scenario("load")
                .during(time)
                .on(exec(flushCookieJar()).exec(operation))
                .injectOpen(atOnceUsers(concurrent));
    }

    private static HttpProtocolBuilder protocol(Target target) {
        return http.baseUrl(target.url())
                .acceptEncodingHeader("gzip")
                .disableFollowRedirect()
                // No request to any other server.
                .disableWarmUp();
    }

    private static String stage(Duration settling) {
        long now = System.nanoTime();
        FIRST_ARRIVAL.compareAndSet(0, now);
        if (now - FIRST_ARRIVAL.get() < settling.toNanos()) {
            return SETTLING;
        }
        if (MEASURING.compareAndSet(false, true)) {
            System.out.println(BEGIN);
        }
        return MEASURED;
    }

    @Override
    public void after() {
        System.out.println(END);
    }
}
