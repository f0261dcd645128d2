// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The limits of questions, and what the meters say. */
@Timeout(30)
class TargetTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final AtomicInteger asked = new AtomicInteger();
    private Target target;

    private Target target(OldSystem system, Target.Limits limits) {
        target = new Target(
                "legacy",
                Realms.ALL,
                Secret.none(),
                (login, password) -> {
                    asked.incrementAndGet();
                    return system.ask(login, password);
                },
                limits,
                registry);
        return target;
    }

    private static Target.Limits limits(Duration time, int questions, int failures) {
        return new Target.Limits(time, questions, 3, LONG, failures, LONG);
    }

    @AfterEach
    void close() {
        target.close();
        assertThat(registry.getMeters()).isEmpty();
    }

    private long count(Outcome outcome) {
        return registry.get("keylift.remote.password.checks")
                .tag("remote", "legacy")
                .tag("outcome", outcome.tag())
                .timer()
                .count();
    }

    @Test
    void eachOutcomeIsToldApart() {
        target(
                (login, password) -> {
                    switch (login) {
                        case "away":
                            throw NoAnswerException.away("Gone");
                        case "slow":
                            throw NoAnswerException.slow();
                        case "broken":
                            throw new IllegalStateException("A fault of ours");
                        default:
                            return Answer.valueOf(password);
                    }
                },
                limits(LONG, 2, 100));

        assertThat(target.check("carla", "VALID")).isEqualTo(Outcome.VALID);
        assertThat(target.check("carla", "WRONG_PASSWORD")).isEqualTo(Outcome.WRONG_PASSWORD);
        assertThat(target.check("nobody", "UNKNOWN_USER")).isEqualTo(Outcome.UNKNOWN_USER);
        assertThat(target.check("away", "VALID")).isEqualTo(Outcome.AWAY);
        assertThat(target.check("broken", "VALID")).isEqualTo(Outcome.AWAY);
        assertThat(target.check("slow", "VALID")).isEqualTo(Outcome.SLOW);

        assertThat(count(Outcome.VALID)).isEqualTo(1);
        assertThat(count(Outcome.AWAY)).isEqualTo(2);
        assertThat(count(Outcome.SLOW)).isEqualTo(1);
        assertThat(count(Outcome.REJECTED)).isZero();
    }

    /** A directory lets everyone bind without a password. */
    @Test
    void noPasswordAndAnEndlessOneAreNeverAsked() {
        target((login, password) -> Answer.VALID, limits(LONG, 2, 100));

        assertThat(target.check("carla", "")).isEqualTo(Outcome.WRONG_PASSWORD);
        assertThat(target.check("carla", null)).isEqualTo(Outcome.WRONG_PASSWORD);
        assertThat(target.check("carla", "ü".repeat(513))).isEqualTo(Outcome.WRONG_PASSWORD);
        assertThat(asked).hasValue(0);
        assertThat(target.check("carla", "ü".repeat(512))).isEqualTo(Outcome.VALID);
    }

    @Test
    void wrongPasswordsOfAUserAreLimited() {
        target((login, password) -> Answer.valueOf(password), limits(LONG, 2, 100));

        for (String login : List.of("carla", "CARLA", " carla")) {
            assertThat(target.check(login, "WRONG_PASSWORD")).isEqualTo(Outcome.WRONG_PASSWORD);
        }
        assertThat(target.check("carla", "VALID")).isEqualTo(Outcome.TOO_MANY_WRONG_PASSWORDS);
        assertThat(Outcome.TOO_MANY_WRONG_PASSWORDS.isOpen()).isFalse();
        assertThat(asked).hasValue(3);
        assertThat(target.check("otto", "VALID")).isEqualTo(Outcome.VALID);
    }

    @Test
    void neitherRightPasswordsNorMissingAnswersCountAsWrong() {
        target(
                (login, password) -> {
                    if (password.equals("AWAY")) {
                        throw NoAnswerException.away("Gone");
                    }
                    return Answer.valueOf(password);
                },
                limits(LONG, 2, 100));

        for (int i = 0; i < 10; i++) {
            assertThat(target.check("carla", "VALID")).isEqualTo(Outcome.VALID);
            assertThat(target.check("carla", "AWAY")).isEqualTo(Outcome.AWAY);
        }
    }

    /** Whoever can provoke such answers must not close the old system for others, nor ask without a limit. */
    @Test
    void answersThatSayNothingOfOneUserCountForThatUserAlone() {
        target(
                (login, password) -> {
                    if (login.equals("carla")) {
                        throw NoAnswerException.ofUser("Locked");
                    }
                    return Answer.valueOf(password);
                },
                limits(LONG, 2, 2));

        for (int i = 0; i < 3; i++) {
            assertThat(target.check("carla", "VALID")).isEqualTo(Outcome.UNCLEAR);
        }
        assertThat(target.check("carla", "VALID")).isEqualTo(Outcome.REJECTED);
        assertThat(asked).hasValue(3);
        assertThat(target.check("otto", "VALID")).isEqualTo(Outcome.VALID);
        assertThat(registry.get("keylift.remote.password.away").gauge().value()).isZero();
    }

    @Test
    void anAnswerAboutOneUserShowsThatTheSystemIsThere() {
        target(
                (login, password) -> {
                    throw login.equals("carla") ? NoAnswerException.ofUser("Locked") : NoAnswerException.away("Gone");
                },
                limits(LONG, 2, 2));

        for (String login : List.of("otto", "carla", "otto")) {
            target.check(login, "VALID");
        }
        assertThat(registry.get("keylift.remote.password.away").gauge().value()).isZero();
        target.check("otto", "VALID");
        assertThat(registry.get("keylift.remote.password.away").gauge().value()).isOne();
    }

    @Test
    void aSystemThatIsAwayIsNotAskedForAWhile() {
        target(
                (login, password) -> {
                    throw NoAnswerException.away("Gone");
                },
                limits(LONG, 2, 2));

        assertThat(target.check("carla", "VALID")).isEqualTo(Outcome.AWAY);
        assertThat(target.check("carla", "VALID")).isEqualTo(Outcome.AWAY);
        assertThat(target.check("carla", "VALID")).isEqualTo(Outcome.REJECTED);
        assertThat(asked).hasValue(2);
        assertThat(registry.get("keylift.remote.password.away").gauge().value()).isEqualTo(1);
    }

    /** A question keeps its place after its request has gone: otherwise threads would be without a bound. */
    @Test
    void questionsAtATimeAreLimited() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        target(
                (login, password) -> {
                    await(end);
                    return Answer.VALID;
                },
                limits(Duration.ofMillis(100), 2, 100));
        ExecutorService people = Executors.newFixedThreadPool(8);
        try {
            List<Future<Outcome>> outcomes = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String login = "user" + i;
                outcomes.add(people.submit(() -> target.check(login, "VALID")));
            }
            List<Outcome> all = new ArrayList<>();
            for (Future<Outcome> outcome : outcomes) {
                all.add(outcome.get());
            }

            assertThat(all).containsOnly(Outcome.SLOW, Outcome.REJECTED);
            assertThat(all.stream().filter(one -> one == Outcome.SLOW)).hasSize(2);
            assertThat(asked).hasValue(2);
            end.countDown();
            // The places are free again as soon as the threads have ended.
            assertThat(target.check("carla", "VALID")).isEqualTo(Outcome.VALID);
        } finally {
            people.shutdownNow();
        }
    }

    private static void await(CountDownLatch end) throws IOException {
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
