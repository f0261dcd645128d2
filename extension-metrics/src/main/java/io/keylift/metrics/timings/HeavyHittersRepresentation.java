// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keylift.metrics.recent.Caller;
import io.keylift.metrics.recent.HeavyHitter;
import io.keylift.metrics.recent.Interval;
import io.keylift.metrics.recent.RecentWork;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The realms or clients whose requests took the most time in the last minutes.
 *
 * @param realm name of the realm of the requests; absent for the requests of all realms
 * @param from beginning of the time in which the requests ended, ISO 8601
 * @param to end of the time in which the requests ended, ISO 8601
 * @param unit unit of all times
 * @param by what counts together: {@code client} or {@code realm}
 * @param heavyHitters the heavy hitters, by {@code total}, the highest first
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record HeavyHittersRepresentation(
        String realm, String from, String to, String unit, String by, List<HeavyHitterRepresentation> heavyHitters) {

    private static final Comparator<Map.Entry<Caller, HeavyHitter>> MOST_FIRST =
            Comparator.comparingLong(entry -> -entry.getValue().nanos());

    /** @param realm name of the only realm, or {@code null} for all */
    static HeavyHittersRepresentation of(RecentWork work, String realm, HeavyHittersQuery query) {
        Map<Caller, HeavyHitter> all = query.byRealm() ? work.realms() : work.clients();
        Interval interval = work.interval();
        return new HeavyHittersRepresentation(
                realm,
                interval.from().toString(),
                interval.to().toString(),
                "seconds",
                query.by(),
                all.entrySet().stream()
                        .filter(entry ->
                                realm == null || realm.equals(entry.getKey().realm()))
                        .sorted(MOST_FIRST)
                        .limit(query.max())
                        .map(entry -> HeavyHitterRepresentation.of(entry.getKey(), entry.getValue()))
                        .toList());
    }
}
