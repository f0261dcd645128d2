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
 * Keeps figures of the requests of the last minutes by realm and endpoint: of so many as it is allowed, for as long as
 * there are requests. It has no database, no session and no threads. Realms and endpoints beyond the limits are added
 * up.
 */
final class RecentRequests implements RequestObserver {

    /**
     * Has its own equality, as its parts have: it is asked at each request, and that of a record runs through method
     * handles.
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

    /** @param catchUp has it told of all requests that have ended */
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
            // Somebody has just forgotten it: there is a new one.
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

    /** Makes room for others. */
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

    /** Nothing is known of this realm any more; another gets its place. */
    void forget(String realm) {
        catchUp.run();
        synchronized (figures) {
            figures.entrySet()
                    .removeIf(entry -> realm.equals(entry.getKey().owner().realm()));
        }
        realms.remove(realm);
    }

    /** The figures of all requests, those of no realm included. */
    Map<EndpointName, Figures> all() {
        return sums(owner -> true);
    }

    /** The figures of the requests of this realm; none if it is beyond the limit. */
    Map<EndpointName, Figures> of(String realm) {
        return sums(Owner.of(realm)::equals);
    }

    /** What there is to tell of all requests now, or, if that takes long, was a little earlier. */
    Recent recent() {
        return recent.get();
    }

    /** What there is to tell of the requests of this realm now. */
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

    /** For how long it has seen the requests that it tells of. */
    Duration age() {
        return slices.age();
    }
}
