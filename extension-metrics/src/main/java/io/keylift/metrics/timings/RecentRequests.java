// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.request.RequestBreakdown;
import io.keylift.metrics.request.RequestObserver;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Keeps figures of the requests of the last minutes by realm and endpoint, in memory, without session or thread. Realms
 * and endpoints beyond the limits are summed up.
 */
final class RecentRequests implements RequestObserver {

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

    private final TimingsSettings settings;
    private final Slices slices;
    private final Runnable catchUp;
    private final Map<Place, RecentFigures> figures = new ConcurrentHashMap<>();
    private final Set<String> realms = ConcurrentHashMap.newKeySet();
    private final AtomicLong swept = new AtomicLong();
    private final Sparing<Recent> recent;

    /** @param catchUp delivers all finished requests to this observer */
    RecentRequests(TimingsSettings settings, LongSupplier nanoTime, Runnable catchUp) {
        this.settings = settings;
        this.slices = new Slices(settings.window(), nanoTime);
        this.catchUp = catchUp;
        this.recent = new Sparing<>(() -> Recent.of(all(), age()), nanoTime);
    }

    @Override
    public void requestEnded(RequestBreakdown request) {
        long slice = slices.present();
        long before = swept.get();
        if (before < slice && swept.compareAndSet(before, slice)) {
            forgetEndedBefore(Slices.first(slice));
        }
        Owner owner = owner(request.realm());
        EndpointName endpoint = new EndpointName(request.uri(), request.method());
        while (!place(owner, endpoint).add(request, slice)) {
            // Another thread has just dropped these figures, so the next turn creates new ones.
            Thread.onSpinWait();
        }
    }

    private Owner owner(String realm) {
        if (realm == null || realms.contains(realm)) {
            return Owner.of(realm);
        }
        synchronized (realms) {
            if (realms.size() < settings.maxRealms()) {
                realms.add(realm);
            }
            return realms.contains(realm) ? Owner.of(realm) : Owner.MANY;
        }
    }

    private RecentFigures place(Owner owner, EndpointName endpoint) {
        RecentFigures known = figures.get(new Place(owner, endpoint));
        if (known != null) {
            return known;
        }
        synchronized (figures) {
            boolean isFull = figures.size() >= settings.maxEndpoints();
            EndpointName name =
                    isFull && !figures.containsKey(new Place(owner, endpoint)) ? EndpointName.OTHER : endpoint;
            return figures.computeIfAbsent(new Place(owner, name), made -> new RecentFigures());
        }
    }

    /** Drops figures that are out of the window. */
    private void forgetEndedBefore(long slice) {
        synchronized (figures) {
            figures.values().removeIf(one -> one.forgetIfEndedBefore(slice));
        }
        synchronized (realms) {
            Set<String> left = new HashSet<>();
            figures.keySet().forEach(place -> left.add(place.owner().realm()));
            realms.retainAll(left);
        }
    }

    /** Drops the figures of this realm. Its place becomes free. */
    void forget(String realm) {
        catchUp.run();
        synchronized (figures) {
            figures.entrySet()
                    .removeIf(entry -> realm.equals(entry.getKey().owner().realm()));
        }
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
        long first = Slices.first(slices.present());
        Map<EndpointName, Figures> sums = new HashMap<>();
        figures.forEach((place, recent) -> {
            if (isWanted.test(place.owner()) && !recent.endedBefore(first)) {
                recent.addTo(sums.computeIfAbsent(place.endpoint(), made -> new Figures()), first);
            }
        });
        return sums;
    }

    /** Time that the window covers now. */
    Duration age() {
        return slices.age();
    }
}
