// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.keylift.metrics.recent.Caller;
import io.keylift.metrics.recent.HeavyHitter;
import io.keylift.metrics.recent.HeavyHitters;
import io.keylift.metrics.recent.Limits;
import io.keylift.metrics.recent.RecentWork;
import io.keylift.metrics.recent.Requests;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeavyHittersRepresentationTest {

    private static final long MILLI = 1_000_000;

    private final AtomicLong clock = new AtomicLong();
    private final RecentWork work =
            new RecentWork(new Limits(Duration.ofMinutes(5), 2000, 50, 100), clock::get, () -> {});

    @Test
    void figuresOfFewCallersAreExact() {
        work.requestEnded(Requests.by("acme", "shop", 5 * MILLI));
        work.requestEnded(Requests.by("acme", "shop", 7 * MILLI));
        work.requestEnded(Requests.by("other", "shop", MILLI));

        assertThat(shown(null, "client"))
                .containsExactly(
                        new HeavyHitterRepresentation("acme", "shop", null, 0.012, 0, 2, 6),
                        new HeavyHitterRepresentation("other", "shop", null, 0.001, 0, 1, 3));
    }

    /** 2,020 callers over three slices, some of them heavy: the bounds hold for each, and no heavy one is missing. */
    @Test
    void theTimeOfEachIsWithinItsErrorAndNoHeavyOneIsMissing() {
        Random random = new Random(11);
        Map<Caller, Long> exact = new HashMap<>();
        long all = 0;
        for (int slice = 0; slice < 3; slice++) {
            for (int i = 0; i < 20_000; i++) {
                boolean isHeavy = random.nextInt(3) == 0;
                String client = isHeavy ? "heavy" + random.nextInt(20) : "light" + random.nextInt(2_000);
                long nanos = (1 + random.nextInt(100)) * MILLI;
                exact.merge(new Caller("acme", client, null), nanos, Long::sum);
                all += nanos;
                work.requestEnded(Requests.by("acme", client, nanos));
            }
            clock.addAndGet(TimeUnit.MINUTES.toNanos(1));
        }

        Map<Caller, HeavyHitter> found = work.clients();
        long share = all / HeavyHitters.MOST;
        exact.forEach((caller, nanos) -> {
            if (nanos > share) {
                assertThat(found).containsKey(caller);
            }
        });
        assertThat(found).hasSizeBetween(20, 6 * HeavyHitters.MOST);
        found.forEach((caller, hitter) ->
                assertThat(exact.get(caller)).isBetween(hitter.nanos() - hitter.error(), hitter.nanos()));
        assertThat(shown("acme", "client").subList(0, 20))
                .isNotEmpty()
                .allMatch(hitter -> hitter.client().startsWith("heavy"));
    }

    /** The caller may be missing in a slice where others took more time. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatACallerMayHaveTakenWhereItIsMissingIsAdded(boolean isMissingFirst) {
        for (boolean isMissing : new boolean[] {isMissingFirst, !isMissingFirst}) {
            work.requestEnded(Requests.by("acme", "shop", isMissing ? 5 * MILLI : 10 * MILLI));
            for (int i = 0; isMissing && i < HeavyHitters.MOST; i++) {
                work.requestEnded(Requests.by("acme", "heavier" + i, 6 * MILLI));
            }
            clock.addAndGet(TimeUnit.MINUTES.toNanos(1));
        }

        HeavyHitter shop = work.clients().get(new Caller("acme", "shop", null));
        assertThat(shop.nanos()).isGreaterThanOrEqualTo(15 * MILLI);
        assertThat(shop.nanos() - shop.error()).isEqualTo(10 * MILLI);
    }

    @Test
    void aRealmSeesItsOwnAlone() {
        work.requestEnded(Requests.by("acme", "shop", MILLI));
        work.requestEnded(Requests.by("other", "shop", 5 * MILLI));
        work.requestEnded(Requests.by(null, null, MILLI));

        assertThat(shown("acme", "client"))
                .extracting(HeavyHitterRepresentation::realm)
                .containsExactly("acme");
        assertThat(shown(null, "client")).hasSize(3);
    }

    /** Both realms have a client of that name. */
    @Test
    void aCallerIsOneOfItsOwnRealm() {
        work.requestEnded(Requests.by("acme", "admin-cli", MILLI));
        work.requestEnded(Requests.by("master", "admin-cli", "acme", 5 * MILLI));
        work.requestEnded(Requests.by("master", "admin-cli", 2 * MILLI));

        assertThat(shown(null, "client"))
                .extracting(
                        HeavyHitterRepresentation::realm,
                        HeavyHitterRepresentation::client,
                        HeavyHitterRepresentation::pathRealm)
                .containsExactly(
                        tuple("master", "admin-cli", "acme"),
                        tuple("master", "admin-cli", null),
                        tuple("acme", "admin-cli", null));
        assertThat(shown("acme", "client"))
                .extracting(HeavyHitterRepresentation::total)
                .containsExactly(0.001);
        assertThat(shown(null, "realm"))
                .extracting(HeavyHitterRepresentation::realm, HeavyHitterRepresentation::total)
                .containsExactly(tuple("master", 0.007), tuple("acme", 0.001));
    }

    /** A new realm may have its name. */
    @Test
    void theCallersOfARemovedRealmAreGone() {
        work.requestEnded(Requests.by("acme", "shop", MILLI));
        work.requestEnded(Requests.by("other", "shop", MILLI));
        work.requestEnded(Requests.by("master", "admin-cli", "acme", MILLI));
        work.forget("acme");

        assertThat(work.clients()).containsOnlyKeys(new Caller("other", "shop", null));
    }

    @Test
    void whatIsOutOfTheWindowIsGone() {
        work.requestEnded(Requests.by("acme", "shop", MILLI));
        clock.addAndGet(TimeUnit.MINUTES.toNanos(7));

        assertThat(work.clients()).isEmpty();
    }

    private List<HeavyHitterRepresentation> shown(String realm, String by) {
        Map<String, String> query = Map.of("by", by);
        return HeavyHittersRepresentation.of(work, realm, HeavyHittersQuery.of(query.keySet(), query::get))
                .heavyHitters();
    }
}
