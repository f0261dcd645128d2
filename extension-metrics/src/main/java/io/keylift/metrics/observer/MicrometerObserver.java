// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.request.AuthenticationStep;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.ProgressObserver;
import io.keylift.metrics.request.RequestBreakdown;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.opentelemetry.api.trace.Span;
import java.util.Collection;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Records requests in a meter registry. Removes its meters from the registry when closed. */
final class MicrometerObserver implements ProgressObserver {

    /**
     * Implements equality itself. A record's own equality runs through method handles, which took a fifth of the
     * extension's time until they were compiled.
     */
    private record EndpointKey(String uri, String method, String grantType, String realm, String client) {

        /** Key of all endpoints beyond the limit. */
        private static final EndpointKey OTHERS =
                new EndpointKey(Meters.OTHER, Meters.OTHER, Meters.NONE, Meters.OTHER, Meters.OTHER);

        @Override
        public boolean equals(Object other) {
            return other instanceof EndpointKey key
                    && uri.equals(key.uri)
                    && method.equals(key.method)
                    && grantType.equals(key.grantType)
                    && realm.equals(key.realm)
                    && client.equals(key.client);
        }

        @Override
        public int hashCode() {
            int endpoint = 31 * (31 * uri.hashCode() + method.hashCode()) + grantType.hashCode();
            return 31 * (31 * endpoint + realm.hashCode()) + client.hashCode();
        }
    }

    private record AdminEventKey(String realm, String resource, String operation) {}

    /** Greater than the number of resource types of Keycloak's admin events. */
    private static final int MAX_RESOURCES = 2000;

    private final MeterRegistry registry;
    private final MicrometerSettings settings;
    private final Runnable catchUp;
    private final FailSafe adminEventCounts = new FailSafe("counters of admin events");
    private final TagLimit resources = new TagLimit(MAX_RESOURCES);
    private final TagLimit realms;
    private final KnownClients clients;
    private final EndpointMeters background;
    private final Map<EndpointKey, EndpointMeters> endpoints = new ConcurrentHashMap<>();
    private final Map<AdminEventKey, Counter> adminEvents = new ConcurrentHashMap<>();
    private final Map<String, Timer> steps = new ConcurrentHashMap<>();
    private final Map<String, Timer> hashes = new ConcurrentHashMap<>();
    private final Queue<Meter> cacheOperations = new ConcurrentLinkedQueue<>();

    /** @param catchUp delivers all finished requests to this observer */
    MicrometerObserver(MeterRegistry registry, MicrometerSettings settings, Runnable catchUp) {
        this.registry = registry;
        this.settings = settings;
        this.catchUp = catchUp;
        this.realms = new TagLimit(settings.maxRealms());
        this.clients = new KnownClients(settings.maxClients());
        this.background = new EndpointMeters(
                registry, Meters.BACKGROUND, Meters.NONE, Meters.NONE, owner(Meters.NONE, Meters.NONE));
    }

    /** The registry may store the current trace id with a value, as an exemplar. */
    @Override
    public boolean canBeBatched(RequestBreakdown request) {
        return !Span.current().getSpanContext().isSampled();
    }

    @Override
    public void requestEnded(RequestBreakdown request) {
        meters(request).record(request);
        for (AuthenticationStep step : request.steps()) {
            timer(steps, Meters.AUTHENTICATION_STEP, Meters.AUTHENTICATOR, step.authenticator())
                    .record(step.nanos(), TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void requestProgressed(RequestBreakdown soFar) {
        meters(soFar).recordProgress(soFar);
    }

    private EndpointMeters meters(RequestBreakdown request) {
        EndpointKey key = new EndpointKey(
                request.uri(),
                request.method(),
                request.grantType() == null ? Meters.NONE : request.grantType(),
                settings.tagsRealm() ? realms.of(request.pathRealm()) : Meters.NONE,
                settings.tagsClient() ? clients.of(request.realm(), request.client()) : Meters.NONE);
        EndpointMeters known = endpoints.get(key);
        return known == null ? make(key) : known;
    }

    /** Synchronized, so that the limit on endpoints holds. */
    private EndpointMeters make(EndpointKey key) {
        synchronized (endpoints) {
            boolean isFull = endpoints.size() >= settings.maxEndpoints() && !endpoints.containsKey(key);
            return endpoints.computeIfAbsent(
                    isFull ? EndpointKey.OTHERS : key,
                    made -> new EndpointMeters(
                            registry, made.uri, made.method, made.grantType, owner(made.realm, made.client)));
        }
    }

    private Tags owner(String realm, String client) {
        Tags tags = settings.tagsRealm() ? Tags.of(Meters.REALM, realm) : Tags.empty();
        return settings.tagsClient() ? tags.and(Meters.CLIENT, client) : tags;
    }

    @Override
    public void backgroundPhase(Phase phase, long nanos) {
        background.record(phase, nanos);
        if (phase == Phase.POOL_WAIT) {
            background.connectionWait(nanos);
        }
    }

    @Override
    public void backgroundStatement() {
        background.statement();
    }

    @Override
    public void backgroundConnectionUse(long nanos) {
        background.connectionUse(nanos);
    }

    @Override
    public void passwordHashed(String algorithm, long nanos) {
        timer(hashes, Meters.PASSWORD_HASH, Meters.ALGORITHM, algorithm).record(nanos, TimeUnit.NANOSECONDS);
    }

    /** The timer of this provider; there are as many as the server has. */
    private Timer timer(Map<String, Timer> timers, Meters meter, String tag, String provider) {
        return timers.computeIfAbsent(
                provider,
                id -> Timer.builder(meter.meterName)
                        .description(meter.description)
                        .tag(tag, id)
                        .register(registry));
    }

    @Override
    public void cacheOperationTimed(String cache, String operation, LongSupplier count, LongSupplier nanos) {
        cacheOperations.add(FunctionTimer.builder(
                        Meters.CACHE_OPERATION.meterName,
                        this,
                        any -> count.getAsLong(),
                        any -> nanos.getAsLong(),
                        TimeUnit.NANOSECONDS)
                .description(Meters.CACHE_OPERATION.description)
                .tag(Meters.CACHE, cache)
                .tag(Meters.OPERATION, operation)
                .register(registry));
    }

    /**
     * Registers the counters of these changes at zero: a counter that first appears with its final value shows no rate.
     * Does nothing if meters have the tag realm, because that would multiply their number.
     */
    void showAdminEvents(Collection<String> ofResources, Collection<String> operations) {
        if (!settings.tagsRealm()) {
            ofResources.forEach(resource -> operations.forEach(operation -> adminEvents(null, resource, operation)));
        }
    }

    /** Never throws, because the change is committed already. */
    void adminEvent(String realm, String resource, String operation) {
        adminEventCounts.attempt(() -> adminEvents(realm, resource, operation).increment());
    }

    FailSafe adminEventCounts() {
        return adminEventCounts;
    }

    private Counter adminEvents(String realm, String resource, String operation) {
        return adminEvents.computeIfAbsent(
                new AdminEventKey(
                        settings.tagsRealm() ? realms.of(realm) : Meters.NONE,
                        resources.of(resource),
                        operation == null ? Meters.NONE : operation),
                this::adminEventCounter);
    }

    private Counter adminEventCounter(AdminEventKey key) {
        return Counter.builder(Meters.ADMIN_EVENTS.meterName)
                .description(Meters.ADMIN_EVENTS.description)
                .tags(settings.tagsRealm() ? Tags.of(Meters.REALM, key.realm) : Tags.empty())
                .tag(Meters.RESOURCE, key.resource)
                .tag(Meters.OPERATION, key.operation)
                .register(registry);
    }

    /** Names of realms that meters may be tagged with. */
    Set<String> realms() {
        return realms.known();
    }

    /** Client ids that meters may be tagged with, each with its realms. */
    Map<String, Set<String>> clients() {
        return clients.known();
    }

    /** Removes the meters of this realm, and of clients that no other realm has. Their places become free. */
    void realmRemoved(String realm) {
        catchUp.run();
        Set<String> gone = clients.forgetRealm(realm);
        removeEndpoints(key -> gone.contains(key.client()));
        if (!realms.forget(realm)) {
            return;
        }
        removeEndpoints(key -> key.realm().equals(realm));
        adminEvents.entrySet().removeIf(entry -> {
            boolean isOfRealm = entry.getKey().realm().equals(realm);
            if (isOfRealm) {
                registry.remove(entry.getValue());
            }
            return isOfRealm;
        });
    }

    /** Removes the meters of this client. Its place becomes free if no other realm has a client with this id. */
    void clientRemoved(String realm, String client) {
        catchUp.run();
        if (!clients.isKnown(realm, client)) {
            return;
        }
        boolean isGone = clients.forget(realm, client);
        boolean isRealmShown = realms.isKnown(realm);
        removeEndpoints(key -> key.client().equals(client)
                && (isGone || isRealmShown && key.realm().equals(realm)));
    }

    private void removeEndpoints(Predicate<EndpointKey> areGone) {
        endpoints.entrySet().removeIf(entry -> {
            boolean isGone = areGone.test(entry.getKey());
            if (isGone) {
                entry.getValue().remove();
            }
            return isGone;
        });
    }

    @Override
    public void close() {
        endpoints.values().forEach(EndpointMeters::remove);
        background.remove();
        adminEvents.values().forEach(registry::remove);
        hashes.values().forEach(registry::remove);
        steps.values().forEach(registry::remove);
        cacheOperations.forEach(registry::remove);
    }
}
