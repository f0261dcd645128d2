// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.load;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.group;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;

import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One rate of one scenario: new virtual users arrive at random moments, whether the server answers or not. Those of the
 * first seconds are in the group {@value #SETTLING}, all others in {@value #MEASURED}.
 *
 * <p>System properties: {@code generator.scenario}, {@code generator.rate} in users a second, {@code
 * generator.settleSeconds}, {@code generator.seconds}, and those of {@link Target}. Prints the line {@value #BEGIN} when
 * the first measured user arrives, and {@value #END} when the last one is done.
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
        double rate = Double.parseDouble(System.getProperty("generator.rate"));
        Duration settling = Duration.ofSeconds(Long.getLong("generator.settleSeconds"));
        Duration measured = Duration.ofSeconds(Long.getLong("generator.seconds"));
        ScenarioBuilder scenario = scenario("load")
                .exec(session -> session.set("stage", stage(settling)))
                .exec(group("#{stage}")
                        .on(new Scenarios(target).named(System.getProperty("generator.scenario"))));
        setUp(scenario.injectOpen(constantUsersPerSec(rate)
                        .during(settling.plus(measured))
                        .randomized()))
                .protocols(protocol(target));
    }

    private static HttpProtocolBuilder protocol(Target target) {
        return http.baseUrl(target.url())
                .acceptEncodingHeader("gzip")
                .disableFollowRedirect()
                // No request to anywhere else.
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
