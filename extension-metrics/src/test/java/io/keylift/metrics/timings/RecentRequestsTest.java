// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.keylift.metrics.observer.ObserverOptions;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestBreakdown;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecentRequestsTest {

    private static final long MILLI = 1_000_000;
    private static final int THREADS = 8;
    private static final int EACH = 100_000;
    private static final EndpointName USERS = new EndpointName("/users", "GET", null);

    private final AtomicLong clock = new AtomicLong();

    /** What the observer has not been told of yet. */
    private final List<RequestBreakdown> ended = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(doubles = {50, 95, 99})
    void percentilesAreWithinTheStatedError(double percent) {
        RecentRequests requests = requests(Map.of());
        Random random = new Random(7);
        long[] nanos = LongStream.generate(() -> (long) (5 * MILLI * Math.exp(1.5 * random.nextGaussian())))
                .limit(10_000)
                .peek(duration -> requests.requestEnded(request("acme", "/users", duration)))
                .toArray();
        Arrays.sort(nanos);
        long exact = nanos[(int) Math.ceil(percent / 100 * nanos.length) - 1];

        assertThat((double) requests.all().get(USERS).percentile(percent))
                .isBetween((double) exact, exact * (1 + Figures.RELATIVE_ERROR));
    }

    @Test
    void sumsAreExact() {
        RecentRequests requests = requests(Map.of());
        requests.requestEnded(request("acme", "/users", 1));
        requests.requestEnded(request("umbrella", "/users", 1_000_001));
        requests.requestEnded(request(null, "/users", 3 * 24 * 3600 * 1_000_000_000L));

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
        RecentRequests requests = requests(Map.of("window-minutes", "5"));
        for (int minute = 0; minute < 20; minute++) {
            clock.set(Duration.ofMinutes(minute).toNanos());
            requests.requestEnded(request("acme", "/users", MILLI));
            assertThat(requests.of("acme").get(USERS).count()).isEqualTo(Math.min(minute + 1, 6));
            assertThat(requests.age()).isEqualTo(Duration.ofMinutes(Math.min(minute, 5)));
        }
        clock.addAndGet(Duration.ofMinutes(6).toNanos());

        assertThat(requests.all()).isEmpty();
    }

    @Test
    void realmsBeyondTheLimitAreNoRealms() {
        RecentRequests requests = requests(Map.of("max-realms", "2"));
        for (String realm : List.of("one", "two", "other", "null")) {
            requests.requestEnded(request(realm, "/users", MILLI));
        }
        requests.requestEnded(request(null, "/users", MILLI));

        assertThat(requests.of("one").get(USERS).count()).isEqualTo(1);
        assertThat(requests.of("two").get(USERS).count()).isEqualTo(1);
        assertThat(requests.of("other")).isEmpty();
        assertThat(requests.of("null")).isEmpty();
        assertThat(requests.all().get(USERS).count()).isEqualTo(5);
    }

    @Test
    void aRealmThatIsSilentMakesRoom() {
        RecentRequests requests = requests(Map.of("max-realms", "1", "window-minutes", "1"));
        requests.requestEnded(request("silent", "/users", MILLI));
        clock.set(Duration.ofMinutes(2).toNanos());
        requests.requestEnded(request("next", "/users", MILLI));
        requests.requestEnded(request("late", "/users", MILLI));

        assertThat(requests.of("silent")).isEmpty();
        assertThat(requests.of("next")).containsOnlyKeys(USERS);
        assertThat(requests.of("late")).isEmpty();
    }

    @Test
    void endpointsBeyondTheLimitAreOneForEachRealm() {
        RecentRequests requests = requests(Map.of("max-endpoints", "10"));
        for (int i = 0; i < 100; i++) {
            requests.requestEnded(request("acme", "/" + i, MILLI));
        }
        requests.requestEnded(request("umbrella", "/users", MILLI));

        assertThat(requests.of("acme")).hasSize(11).containsKey(EndpointName.OTHER);
        assertThat(requests.of("acme").get(EndpointName.OTHER).count()).isEqualTo(90);
        assertThat(requests.of("umbrella")).containsOnlyKeys(EndpointName.OTHER);
    }

    @Test
    void aRealmThatIsForgottenLeavesNothingAndMakesRoom() {
        RecentRequests requests = requests(Map.of("max-realms", "1"));
        requests.requestEnded(request("gone", "/users", MILLI));
        requests.forget("gone");
        assertThat(requests.all()).isEmpty();

        requests.requestEnded(request("next", "/users", MILLI));
        assertThat(requests.of("next")).containsOnlyKeys(USERS);
    }

    @Test
    void namesOfOneHashAreNotTakenForEachOther() {
        assertThat("Aa").hasSameHashCodeAs("BB");
        RecentRequests requests = requests(Map.of());
        requests.requestEnded(request("Aa", "Aa", MILLI));
        requests.requestEnded(request("Aa", "BB", MILLI));
        requests.requestEnded(request("BB", "Aa", MILLI));

        assertThat(requests.of("Aa"))
                .hasSize(2)
                .allSatisfy((name, figures) -> assertThat(figures.count()).isEqualTo(1));
        assertThat(requests.of("BB")).containsOnlyKeys(new EndpointName("Aa", "GET", null));
        assertThat(new EndpointName("Aa", "Aa", null)).isNotEqualTo(new EndpointName("Aa", "BB", null));
        assertThat(Owner.of(null)).isEqualTo(Owner.of(null)).isNotEqualTo(Owner.MANY);
    }

    @Test
    void noneIsLostAmongManyThreads() throws InterruptedException {
        RecentRequests requests = requests(Map.of("window-minutes", "60"));
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        for (int thread = 0; thread < THREADS; thread++) {
            threads.submit(() -> {
                for (int i = 0; i < EACH; i++) {
                    requests.requestEnded(request("acme", "/users", MILLI));
                }
            });
        }
        threads.shutdown();

        assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        assertThat(requests.all().get(USERS).count()).isEqualTo(THREADS * EACH);
    }

    @Test
    void theMostComeFirst() {
        RecentRequests requests = requests(Map.of());
        requests.requestEnded(request("acme", "/slow", 50 * MILLI));
        for (int i = 0; i < 10; i++) {
            requests.requestEnded(request("acme", "/often", 6 * MILLI));
        }

        assertThat(uris(requests, Map.of())).containsExactly("/often", "/slow");
        assertThat(uris(requests, Map.of("sort", "p99"))).containsExactly("/slow", "/often");
        assertThat(uris(requests, Map.of("sort", "sql"))).containsExactly("/often", "/slow");
        assertThat(uris(requests, Map.of("first", "1"))).containsExactly("/slow");
        assertThat(uris(requests, Map.of("max", "1"))).containsExactly("/often");
    }

    @ParameterizedTest
    @EnumSource
    void theMostOfAPhaseComeFirst(Phase phase) {
        RecentRequests requests = requests(Map.of());
        Phase another = phase == Phase.REST ? Phase.SQL : Phase.REST;
        requests.requestEnded(request("/long", another, 50 * MILLI));
        requests.requestEnded(request("/most-in-phase", phase, MILLI));

        assertThat(uris(requests, Map.of("sort", phase.label()))).containsExactly("/most-in-phase", "/long");
        assertThat(uris(requests, Map.of())).containsExactly("/long", "/most-in-phase");
    }

    @Test
    void meansOfPhasesAddUpToTheMean() {
        RecentRequests requests = requests(Map.of());
        requests.requestEnded(request("acme", "/users", 3 * MILLI + 1));
        requests.requestEnded(request("acme", "/users", 7 * MILLI + 2));

        EndpointRepresentation users = TimingsRepresentation.of(requests, "acme", TimingsQuery.of(name -> null))
                .endpoints()
                .get(0);
        assertThat(users.phases().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum())
                .isCloseTo(users.mean(), within(1e-12));
        assertThat(users.mean()).isCloseTo(0.0050000015, within(1e-12));
    }

    @Test
    void whatHasEndedIsThereWhenItIsRead() {
        RecentRequests requests = requests(Map.of());
        ended.add(request("acme", "/users", MILLI));
        assertThat(requests.all()).containsOnlyKeys(USERS);

        ended.add(request("acme", "/users", MILLI));
        assertThat(requests.of("acme").get(USERS).count()).isEqualTo(2);
    }

    @Test
    void whatHasEndedOfAForgottenRealmDoesNotBringItBack() {
        RecentRequests requests = requests(Map.of());
        ended.add(request("acme", "/users", MILLI));
        requests.forget("acme");

        assertThat(requests.all()).isEmpty();
    }

    private static List<String> uris(RecentRequests requests, Map<String, String> query) {
        return TimingsRepresentation.of(requests, null, TimingsQuery.of(query::get)).endpoints().stream()
                .map(EndpointRepresentation::uri)
                .toList();
    }

    private RecentRequests requests(Map<String, String> options) {
        AtomicReference<RecentRequests> told = new AtomicReference<>();
        TimingsSettings settings = TimingsSettings.of(new ObserverOptions(TimingsSettings.ID, options::get));
        told.set(new RecentRequests(settings, new Slices(settings.window(), clock::get), clock::get, () -> {
            ended.forEach(told.get()::requestEnded);
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

    /** All of it is this phase. */
    private static RequestBreakdown request(String uri, Phase phase, long nanos) {
        long[] phases = new long[Phase.values().length];
        phases[phase.ordinal()] = nanos;
        return Requests.of("acme", uri, nanos, phases);
    }
}
