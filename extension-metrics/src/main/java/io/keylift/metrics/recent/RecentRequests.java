// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import io.keylift.metrics.request.RequestBreakdown;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Keeps figures of the requests of the last minutes by realm and endpoint, in memory, without session or thread. Realms
 * and endpoints beyond the limits are summed up.
 */
final class RecentRequests {

    /**
     * Implements equality itself, like its parts. It is used for each request, and a record's own equality runs through
     * method handles.
     */
    private record Place(Owner owner, EndpointName endpoint) {

        @Override
        public boolean equals(Object other) {
            return other instanceof Place place && owner.equals(place.owner) && endpoint.equals(place.endpoint);
        }

        @Override
        public int hashCode() {
            return 31 * owner.hashCode() + endpoint.hashCode();
        }
    }

    private final Limits limits;
    private final Slices slices;
    private final Runnable catchUp;
    private final RecentMap<Place, RequestBreakdown, Figures> figures;
    private final Set<String> realms = ConcurrentHashMap.newKeySet();
    private final ThrottledSupplier<Recent> recent;

    /**
     * @param nanoTime time as {@link System#nanoTime()}
     * @param catchUp delivers all finished requests to this observer
     */
    RecentRequests(Limits limits, Slices slices, LongSupplier nanoTime, Runnable catchUp) {
        this.limits = limits;
        this.slices = slices;
        this.catchUp = catchUp;
        this.figures = new RecentMap<>(
                slices, limits.endpoints(), place -> new Place(place.owner(), EndpointName.OTHER), Figures::new);
        this.recent = new ThrottledSupplier<>(() -> Recent.of(all(), age()), nanoTime);
    }

    /** Adds a request of this slice. */
    void add(RequestBreakdown request, long slice) {
        figures.sweep(slice, this::keep);
        figures.add(new Place(owner(request.pathRealm()), EndpointName.of(request)), request, slice);
    }

    private Owner owner(String realm) {
        if (realm == null || realms.contains(realm)) {
            return Owner.of(realm);
        }
        synchronized (realms) {
            if (realms.size() < limits.realms()) {
                realms.add(realm);
            }
            return realms.contains(realm) ? Owner.of(realm) : Owner.MANY;
        }
    }

    /** The places of other realms become free. */
    private void keep(Stream<Place> places) {
        synchronized (realms) {
            Set<String> left = new HashSet<>();
            places.forEach(place -> left.add(place.owner().realm()));
            realms.retainAll(left);
        }
    }

    /** Drops the figures of this realm. Its place becomes free. */
    void forget(String realm) {
        catchUp.run();
        figures.forget(place -> realm.equals(place.owner().realm()));
        realms.remove(realm);
    }

    /** Returns the figures of all requests, including those without a realm. */
    Map<EndpointName, Figures> all() {
        return sums(owner -> true);
    }

    /** Returns the figures of the requests of this realm; empty if the realm is beyond the limit. */
    Map<EndpointName, Figures> of(String realm) {
        return sums(Owner.of(realm)::equals);
    }

    /** Returns the figures of all requests, which may be a little old if summing them up takes long. */
    Recent recent() {
        return recent.get();
    }

    /** Returns the current figures of the requests of this realm. */
    Recent recent(String realm) {
        return Recent.of(of(realm), age());
    }

    private Map<EndpointName, Figures> sums(Predicate<Owner> isWanted) {
        catchUp.run();
        return figures.sums(place -> isWanted.test(place.owner()), Place::endpoint);
    }

    /** Time that the window covers now. */
    Duration age() {
        return slices.age();
    }
}
