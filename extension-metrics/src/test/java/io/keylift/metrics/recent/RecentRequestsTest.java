// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestBreakdown;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecentRequestsTest {

    private static final long MILLI = 1_000_000;
    private static final int THREADS = 8;
    private static final int EACH = 100_000;
    private static final EndpointName USERS = new EndpointName("/users", "GET", null);

    private final AtomicLong clock = new AtomicLong();

    /** The requests that have ended and are not yet delivered to the observer. */
    private final List<RequestBreakdown> ended = new ArrayList<>();

    private Slices slices;

    @ParameterizedTest
    @ValueSource(doubles = {50, 95, 99})
    void percentilesAreWithinTheStatedError(double percent) {
        RecentRequests requests = requests();
        Random random = new Random(7);
        long[] nanos = LongStream.generate(() -> (long) (5 * MILLI * Math.exp(1.5 * random.nextGaussian())))
                .limit(10_000)
                .peek(duration -> requests.add(request("acme", "/users", duration), slices.present()))
                .toArray();
        Arrays.sort(nanos);
        long exact = nanos[(int) Math.ceil(percent / 100 * nanos.length) - 1];

        assertThat((double) requests.all().get(USERS).percentile(percent))
                .isBetween((double) exact, exact * (1 + Summary.RELATIVE_ERROR));
    }

    @Test
    void sumsAreExact() {
        RecentRequests requests = requests();
        requests.add(request("acme", "/users", 1), slices.present());
        requests.add(request("umbrella", "/users", 1_000_001), slices.present());
        requests.add(request(null, "/users", 3 * 24 * 3600 * 1_000_000_000L), slices.present());

        Figures figures = requests.all().get(USERS);
        assertThat(figures.count()).isEqualTo(3);
        assertThat(figures.nanos()).isEqualTo(1 + 1_000_001 + 3 * 24 * 3600 * 1_000_000_000L);
        assertThat(figures.statements()).isEqualTo(9);
        assertThat(figures.allocated()).isEqualTo(3 * 2048);
        assertThat(Arrays.stream(Phase.values()).mapToLong(figures::nanos).sum())
                .isEqualTo(figures.nanos());
    }

    @Test
    void onlyTheLastMinutesCount() {
        RecentRequests requests = requests();
        for (int minute = 0; minute < 20; minute++) {
            clock.set(Duration.ofMinutes(minute).toNanos());
            requests.add(request("acme", "/users", MILLI), slices.present());
            assertThat(requests.of("acme").get(USERS).count()).isEqualTo(Math.min(minute + 1, 6));
            assertThat(requests.age()).isEqualTo(Duration.ofMinutes(Math.min(minute, 5)));
        }
        clock.addAndGet(Duration.ofMinutes(6).toNanos());

        assertThat(requests.all()).isEmpty();
    }

    @Test
    void realmsBeyondTheLimitAreNoRealms() {
        RecentRequests requests = requests(5, 2000, 2);
        for (String realm : List.of("one", "two", "other", "null")) {
            requests.add(request(realm, "/users", MILLI), slices.present());
        }
        requests.add(request(null, "/users", MILLI), slices.present());

        assertThat(requests.of("one").get(USERS).count()).isEqualTo(1);
        assertThat(requests.of("two").get(USERS).count()).isEqualTo(1);
        assertThat(requests.of("other")).isEmpty();
        assertThat(requests.of("null")).isEmpty();
        assertThat(requests.all().get(USERS).count()).isEqualTo(5);
    }

    @Test
    void aRealmThatIsSilentMakesRoom() {
        RecentRequests requests = requests(1, 2000, 1);
        requests.add(request("silent", "/users", MILLI), slices.present());
        clock.set(Duration.ofMinutes(2).toNanos());
        requests.add(request("next", "/users", MILLI), slices.present());
        requests.add(request("late", "/users", MILLI), slices.present());

        assertThat(requests.of("silent")).isEmpty();
        assertThat(requests.of("next")).containsOnlyKeys(USERS);
        assertThat(requests.of("late")).isEmpty();
    }

    @Test
    void endpointsBeyondTheLimitAreOneForEachRealm() {
        RecentRequests requests = requests(5, 10, 50);
        for (int i = 0; i < 100; i++) {
            requests.add(request("acme", "/" + i, MILLI), slices.present());
        }
        requests.add(request("umbrella", "/users", MILLI), slices.present());

        assertThat(requests.of("acme")).hasSize(11).containsKey(EndpointName.OTHER);
        assertThat(requests.of("acme").get(EndpointName.OTHER).count()).isEqualTo(90);
        assertThat(requests.of("umbrella")).containsOnlyKeys(EndpointName.OTHER);
    }

    @Test
    void aRealmThatIsForgottenLeavesNothingAndMakesRoom() {
        RecentRequests requests = requests(5, 2000, 1);
        requests.add(request("gone", "/users", MILLI), slices.present());
        requests.forget("gone");
        assertThat(requests.all()).isEmpty();

        requests.add(request("next", "/users", MILLI), slices.present());
        assertThat(requests.of("next")).containsOnlyKeys(USERS);
    }

    @Test
    void namesOfOneHashAreNotTakenForEachOther() {
        assertThat("Aa").hasSameHashCodeAs("BB");
        RecentRequests requests = requests();
        requests.add(request("Aa", "Aa", MILLI), slices.present());
        requests.add(request("Aa", "BB", MILLI), slices.present());
        requests.add(request("BB", "Aa", MILLI), slices.present());

        assertThat(requests.of("Aa"))
                .hasSize(2)
                .allSatisfy((name, figures) -> assertThat(figures.count()).isEqualTo(1));
        assertThat(requests.of("BB")).containsOnlyKeys(new EndpointName("Aa", "GET", null));
        assertThat(new EndpointName("Aa", "Aa", null)).isNotEqualTo(new EndpointName("Aa", "BB", null));
        assertThat(Owner.of(null)).isEqualTo(Owner.of(null)).isNotEqualTo(Owner.MANY);
    }

    @Test
    void noneIsLostAmongManyThreads() throws InterruptedException {
        RecentRequests requests = requests(60, 2000, 50);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        for (int thread = 0; thread < THREADS; thread++) {
            threads.submit(() -> {
                for (int i = 0; i < EACH; i++) {
                    requests.add(request("acme", "/users", MILLI), slices.present());
                }
            });
        }
        threads.shutdown();

        assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        assertThat(requests.all().get(USERS).count()).isEqualTo(THREADS * EACH);
    }

    @Test
    void whatHasEndedIsThereWhenItIsRead() {
        RecentRequests requests = requests();
        ended.add(request("acme", "/users", MILLI));
        assertThat(requests.all()).containsOnlyKeys(USERS);

        ended.add(request("acme", "/users", MILLI));
        assertThat(requests.of("acme").get(USERS).count()).isEqualTo(2);
    }

    @Test
    void whatHasEndedOfAForgottenRealmDoesNotBringItBack() {
        RecentRequests requests = requests();
        ended.add(request("acme", "/users", MILLI));
        requests.forget("acme");

        assertThat(requests.all()).isEmpty();
    }

    private RecentRequests requests() {
        return requests(5, 2000, 50);
    }

    private RecentRequests requests(int minutes, int endpoints, int realms) {
        AtomicReference<RecentRequests> told = new AtomicReference<>();
        Limits limits = new Limits(Duration.ofMinutes(minutes), endpoints, realms, 100);
        slices = new Slices(limits.window(), clock::get);
        told.set(new RecentRequests(limits, slices, clock::get, () -> {
            ended.forEach(request -> told.get().add(request, slices.present()));
            ended.clear();
        }));
        return told.get();
    }

    /** A third of it is SQL. */
    private static RequestBreakdown request(String realm, String uri, long nanos) {
        long[] phases = new long[Phase.values().length];
        phases[Phase.SQL.ordinal()] = nanos / 3;
        phases[Phase.REST.ordinal()] = nanos - nanos / 3;
        return Requests.of(realm, uri, nanos, phases);
    }
}
