// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bench.Quantiles;
import io.keylift.bench.SteadyCalls;
import io.keylift.it.SecondTier;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.http.HttpFailure;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.OldSystems;
import io.keylift.it.imports.support.SignIn;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.server.DedicatedServer;
import io.keylift.it.server.ServerSettings;
import io.keylift.it.soak.Soak;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many first sign-ins with a slow old system, and those of others while it is away. Prints their times. */
@SecondTier
@Tag("soak-remote-passwords")
class RemotePasswordLoadIT {

    private static final String REALM = "remote-load";
    private static final String PASSWORD = "the right password";
    private static final int FIRST = Soak.size("first", 40, 1000);
    private static final int WAITING = 50;
    private static final int OTHERS = 50;
    private static final int MOST_AGAIN = 5;
    private static final int SIGN_INS = Soak.size("sign-ins", 100, 1200);

    /** Sign-ins of others that begin in a second: a server that has no time to spare would show its load alone. */
    private static final int PER_SECOND = 20;

    private static final OldSystems OLD = new OldSystems();
    private static DedicatedServer server;
    private static SignIn signIn;

    @BeforeAll
    static void start() throws IOException {
        server = DedicatedServer.start(RemotePasswordLoadIT::settings);
        AdminHttp admin = AdminHttp.master(server.keycloak().baseUrl());
        TestRealms.create(
                admin,
                Map.of(
                        "realm",
                        REALM,
                        "enabled",
                        true,
                        "passwordPolicy",
                        "hashAlgorithm(pbkdf2-sha512) and hashIterations(1)"));
        signIn = new SignIn(server.keycloak().baseUrl(), REALM, "admin-cli", "openid");
        ImportClient imports = new ImportClient(admin, REALM);
        List<String> records = new ArrayList<>();
        for (int i = 0; i < FIRST + WAITING; i++) {
            OLD.add("user" + i, PASSWORD);
            records.add(record("user" + i, "\"remote\":\"grant\""));
        }
        for (int i = 0; i < OTHERS; i++) {
            records.add(record("other" + i, "\"value\":\"" + PASSWORD + "\""));
        }
        assertThat(imports.post("users", records).addsUp().rejects()).isEmpty();
    }

    private static ServerSettings settings(ServerSettings settings) {
        OLD.options().forEach(settings::option);
        return settings.poolMaxSize(100)
                .busy()
                .option("spi-password-hashing--keylift-remote--grant-timeout-millis", "5000")
                .option("spi-password-hashing--keylift-remote--grant-max-questions", "16");
    }

    private static String record(String name, String password) {
        return "{\"username\":\"" + name + "\",\"enabled\":true,\"email\":\"" + name
                + "@example.org\",\"firstName\":\"P\",\"lastName\":\"Q\",\"credentials\":[{\"type\":\"password\","
                + password + "}]}";
    }

    @AfterAll
    static void stop() {
        server.close();
        OLD.close();
    }

    @Test
    void allFirstSignInsAreHashedAnewAndOthersSignInWhileTheOldSystemHangs() throws Exception {
        OLD.delay(200);
        long start = System.nanoTime();
        AtomicInteger again = new AtomicInteger();
        List<Boolean> signedIn = atATime(20, FIRST, i -> () -> signsIn("user" + i, again));
        System.out.printf(
                "%d first sign-ins: %.1f s, %d of them tried again%n",
                FIRST, (System.nanoTime() - start) / 1e9, again.get());

        assertThat(signedIn).hasSize(FIRST).containsOnly(true);
        assertThat(waiting()).isEqualTo(WAITING);

        others(); // warms up
        List<Double> before = others();
        List<Double> during;
        OLD.delay(6000);
        AtomicInteger refused = new AtomicInteger();
        ScheduledExecutorService people = Executors.newScheduledThreadPool(40);
        try {
            for (int i = 0; i < 40; i++) {
                String name = "user" + (FIRST + i);
                people.scheduleWithFixedDelay(
                        () -> refused.addAndGet(status(name) == 503 ? 1 : 1_000_000), 0, 1, TimeUnit.SECONDS);
            }
            during = others();
        } finally {
            people.shutdownNow();
        }
        System.out.printf(
                "Others, ms: p50 %.1f, p99 %.1f; while the old system hangs p50 %.1f, p99 %.1f; %d refused%n",
                percentile(before, 50),
                percentile(before, 99),
                percentile(during, 50),
                percentile(during, 99),
                refused.get());

        assertThat(refused.get()).as("attempts, all with a message").isBetween(1, 999_999);
        assertThat(waiting()).isEqualTo(WAITING);
    }

    private static long waiting() {
        try (Sql sql = new Sql(server.database())) {
            return sql.strings("select id from credential where credential_data like '%keylift-remote%'")
                    .size();
        }
    }

    /** Tries again as the message says, which a machine without time to spare may show. */
    private static boolean signsIn(String name, AtomicInteger again) {
        int status = status(name);
        for (int i = 0; i < MOST_AGAIN && status == 503; i++) {
            again.incrementAndGet();
            status = status(name);
        }
        return status == 200;
    }

    private static int status(String name) {
        try {
            signIn.as(name, PASSWORD).token();
            return 200;
        } catch (HttpFailure e) {
            return e.status();
        }
    }

    /** Milliseconds of sign-ins of users whom Keycloak knows. */
    private static List<Double> others() throws Exception {
        return SteadyCalls.send(
                PER_SECOND,
                SIGN_INS / PER_SECOND,
                i -> assertThat(signIn.isPassword("other" + i % OTHERS, PASSWORD))
                        .isTrue());
    }

    private static <T> List<T> atATime(int threads, int number, IntFunction<Callable<T>> calls) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            ConcurrentLinkedQueue<T> results = new ConcurrentLinkedQueue<>();
            List<Future<?>> all = IntStream.range(0, number)
                    .<Future<?>>mapToObj(
                            i -> pool.submit(() -> results.add(calls.apply(i).call())))
                    .toList();
            for (Future<?> one : all) {
                one.get();
            }
            return List.copyOf(results);
        } finally {
            pool.shutdownNow();
        }
    }

    private static double percentile(List<Double> millis, int percent) {
        return Quantiles.nearestRank(millis, percent / 100.0);
    }
}
