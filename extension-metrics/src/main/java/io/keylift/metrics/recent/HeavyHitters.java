// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import io.keylift.metrics.request.RequestBreakdown;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The callers whose requests take the most time, in bounded memory: the algorithm Space-Saving of Metwally, Agrawal and
 * El Abbadi (2005), weighted by time. A caller with more than a {@value #MOST}th of all time is always among them.
 */
public final class HeavyHitters implements Sum<RequestBreakdown, HeavyHitters> {

    /** Maximum number of callers in a slice. */
    public static final int MOST = 200;

    private static final Comparator<Map.Entry<Caller, HeavyHitter>> BY_TIME =
            Comparator.comparingLong(entry -> entry.getValue().nanos());

    private final Function<RequestBreakdown, Caller> caller;
    private final Map<Caller, HeavyHitter> hitters = new HashMap<>();

    /** The longest time that a caller who is not among them may have taken. */
    private long missed;

    /** @param caller returns the caller of a request */
    HeavyHitters(Function<RequestBreakdown, Caller> caller) {
        this.caller = caller;
    }

    @Override
    public void add(RequestBreakdown request) {
        Caller who = caller.apply(request);
        HeavyHitter known = hitters.get(who);
        if (known == null) {
            makeRoom();
            known = new HeavyHitter(missed);
            hitters.put(who, known);
        }
        known.add(request);
    }

    private void makeRoom() {
        if (hitters.size() >= MOST) {
            Map.Entry<Caller, HeavyHitter> least =
                    hitters.entrySet().stream().min(BY_TIME).orElseThrow();
            missed = Math.max(missed, least.getValue().nanos());
            hitters.remove(least.getKey());
        }
    }

    @Override
    public void addAll(HeavyHitters more) {
        hitters.forEach((who, hitter) -> {
            if (!more.hitters.containsKey(who)) {
                hitter.addUnknown(more.missed);
            }
        });
        more.hitters.forEach((who, hitter) ->
                hitters.computeIfAbsent(who, any -> new HeavyHitter(missed)).addAll(hitter));
        missed += more.missed;
    }

    /** Drops the callers of this realm, and those who called it. */
    void forget(String realm) {
        hitters.keySet().removeIf(who -> who.isOf(realm));
    }

    Map<Caller, HeavyHitter> all() {
        return hitters;
    }
}
