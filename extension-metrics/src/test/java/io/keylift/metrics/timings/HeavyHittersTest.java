// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HeavyHittersTest {

    private static final long MILLI = 1_000_000;

    private final AtomicLong clock = new AtomicLong();
    private final RecentCallers callers =
            new RecentCallers(new Slices(Duration.ofMinutes(5), clock::get), Caller::client);

    @Test
    void figuresOfFewCallersAreExact() {
        callers.requestEnded(Requests.by("acme", "shop", 5 * MILLI));
        callers.requestEnded(Requests.by("acme", "shop", 7 * MILLI));
        callers.requestEnded(Requests.by("other", "shop", MILLI));

        assertThat(shown(null, "client"))
                .containsExactly(
                        new HeavyHitterRepresentation("acme", "shop", 0.012, 0, 2, 6),
                        new HeavyHitterRepresentation("other", "shop", 0.001, 0, 1, 3));
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
                exact.merge(new Caller("acme", client), nanos, Long::sum);
                all += nanos;
                callers.requestEnded(Requests.by("acme", client, nanos));
            }
            clock.addAndGet(TimeUnit.MINUTES.toNanos(1));
        }

        Map<Caller, HeavyHitter> found = callers.all();
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
                .allMatch(hitter -> hitter.client().startsWith("heavy"));
    }

    @Test
    void aRealmSeesItsOwnAlone() {
        callers.requestEnded(Requests.by("acme", "shop", MILLI));
        callers.requestEnded(Requests.by("other", "shop", 5 * MILLI));
        callers.requestEnded(Requests.by(null, null, MILLI));

        assertThat(shown("acme", "client"))
                .extracting(HeavyHitterRepresentation::realm)
                .containsExactly("acme");
        assertThat(shown(null, "client")).hasSize(3);
    }

    /** A new realm may have its name. */
    @Test
    void theCallersOfARemovedRealmAreGone() {
        callers.requestEnded(Requests.by("acme", "shop", MILLI));
        callers.requestEnded(Requests.by("other", "shop", MILLI));
        callers.forget("acme");

        assertThat(callers.all()).containsOnlyKeys(new Caller("other", "shop"));
    }

    @Test
    void whatIsOutOfTheWindowIsGone() {
        callers.requestEnded(Requests.by("acme", "shop", MILLI));
        clock.addAndGet(TimeUnit.MINUTES.toNanos(7));

        assertThat(callers.all()).isEmpty();
    }

    private List<HeavyHitterRepresentation> shown(String realm, String by) {
        Map<String, String> query = Map.of("by", by);
        return HeavyHittersRepresentation.of(
                        realm,
                        callers.all(),
                        new Interval(Instant.EPOCH, Instant.EPOCH),
                        HeavyHittersQuery.of(query.keySet(), query::get))
                .heavyHitters();
    }
}
