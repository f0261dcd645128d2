// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import io.keylift.metrics.request.RequestBreakdown;
import java.util.Map;
import java.util.function.Function;

/** Keeps the callers whose requests took the most time in the last minutes. */
final class RecentCallers {

    private final Slices slices;
    private final Function<RequestBreakdown, Caller> caller;
    private final RecentFigures<RequestBreakdown, HeavyHitters> figures = new RecentFigures<>(this::none);

    /** @param caller returns the caller of a request */
    RecentCallers(Slices slices, Function<RequestBreakdown, Caller> caller) {
        this.slices = slices;
        this.caller = caller;
    }

    private HeavyHitters none() {
        return new HeavyHitters(caller);
    }

    /** Adds a request of this slice. */
    void add(RequestBreakdown request, long slice) {
        figures.add(request, slice);
    }

    /** Drops the callers of this realm. */
    void forget(String realm) {
        figures.forEach(hitters -> hitters.forget(realm));
    }

    /** Returns the heavy hitters with their figures. */
    Map<Caller, HeavyHitter> all() {
        HeavyHitters sum = none();
        figures.addTo(sum, Slices.first(slices.present()));
        return sum.all();
    }
}
