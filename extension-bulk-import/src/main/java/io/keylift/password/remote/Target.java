// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;

/** An old system with the limits of its options. */
final class Target implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(Target.class);

    /** Longest password in bytes of UTF-8. */
    private static final int MAX_PASSWORD = 1024;

    /**
     * The limits of questions to an old system.
     *
     * @param time for one question
     * @param questions at a time; as many requests wait for a place
     * @param wrongPasswords of one user in a window
     * @param failures in a row after which the old system counts as away
     * @param pause between two questions to an old system that is away
     */
    record Limits(Duration time, int questions, int wrongPasswords, Duration window, int failures, Duration pause) {}

    private final String name;
    private final Realms realms;
    private final Secret secret;
    private final OldSystem system;
    private final Limits limits;
    private final Breaker breaker;
    private final Places places;
    private final LoginLimit wrongPasswords;
    private final LoginLimit unclear;
    private final RemoteMeters meters;

    Target(String name, Realms realms, Secret secret, OldSystem system, Limits limits, MeterRegistry registry) {
        this.name = name;
        this.realms = realms;
        this.secret = secret;
        this.system = system;
        this.limits = limits;
        breaker = new Breaker(limits.failures(), limits.pause(), System::nanoTime);
        places = new Places(limits.questions(), name);
        wrongPasswords = new LoginLimit(limits.wrongPasswords(), limits.window(), Ticker.systemTicker());
        unclear = new LoginLimit(limits.wrongPasswords(), limits.window(), Ticker.systemTicker());
        meters = new RemoteMeters(registry, name, breaker);
    }

    boolean isOf(RealmKey realm) {
        return realms.have(realm);
    }

    Secret secret() {
        return secret;
    }

    Outcome check(String login, String password) {
        long start = System.nanoTime();
        Outcome outcome = outcome(login, password);
        meters.checked(outcome, System.nanoTime() - start);
        return outcome;
    }

    private Outcome outcome(String login, String password) {
        // Directories take an empty password for an anonymous user, who may always bind.
        if (password == null || password.isEmpty() || password.getBytes(StandardCharsets.UTF_8).length > MAX_PASSWORD) {
            return Outcome.WRONG_PASSWORD;
        }
        if (!wrongPasswords.take(login)) {
            return Outcome.TOO_MANY_WRONG_PASSWORDS;
        }
        Outcome outcome = unclear.take(login) ? asked(login, password) : Outcome.REJECTED;
        if (outcome.isOpen() || outcome == Outcome.VALID) {
            wrongPasswords.giveBack(login);
        }
        return outcome;
    }

    /** An attacker must not be able to close the old system for others, nor to ask without a limit. */
    private Outcome asked(String login, String password) {
        Outcome outcome = breaker.mayAsk() ? ask(login, password) : Outcome.REJECTED;
        if (outcome != Outcome.UNCLEAR) {
            unclear.giveBack(login);
        }
        return outcome;
    }

    private Outcome ask(String login, String password) {
        try {
            Outcome outcome = Outcome.of(places.ask(() -> system.ask(login, password), limits.time()));
            answered();
            return outcome;
        } catch (RejectedExecutionException e) {
            return Outcome.REJECTED;
        } catch (TimeoutException e) {
            return failed(NoAnswerException.slow());
        } catch (ExecutionException e) {
            return failed(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Outcome.REJECTED;
        }
    }

    private void answered() {
        if (breaker.answered()) {
            LOG.infof("The old system `%s` answers again", name);
        }
    }

    private Outcome failed(Throwable cause) {
        NoAnswerException known = cause instanceof NoAnswerException own ? own : null;
        String reason = known == null ? cause.getClass().getSimpleName() : known.getMessage();
        if (known != null && known.isOfUser()) {
            LOG.debugf("The old system `%s` has said nothing about a user: %s", name, reason);
            answered();
            return Outcome.UNCLEAR;
        }
        if (breaker.failed()) {
            LOG.warnf("The old system `%s` counts as away: %s", name, reason);
        } else {
            LOG.debugf("The old system `%s` has not answered: %s", name, reason);
        }
        return known != null && known.isSlow() ? Outcome.SLOW : Outcome.AWAY;
    }

    @Override
    public void close() {
        places.close();
        meters.close();
    }
}
