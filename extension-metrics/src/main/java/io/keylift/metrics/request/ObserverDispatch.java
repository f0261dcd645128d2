// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static java.util.stream.Collectors.partitioningBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.keycloak.models.KeycloakSessionFactory;

/** Calls all observers. An observer that throws or blocks harms neither the request nor the other observers. */
final class ObserverDispatch {

    private static final Logger LOG = Logger.getLogger(ObserverDispatch.class);

    /** Maximum delay of a finished request for a batched observer. */
    private static final int CATCH_UP_SECONDS = 1;

    private ScheduledExecutorService clock;
    private volatile List<ObserverHandle> observers = List.of();
    private volatile List<ObserverHandle> answerObservers = List.of();
    private volatile List<ObserverHandle> progressObservers = List.of();
    private volatile List<ObserverHandle> unbatched = List.of();
    private volatile BatchedObservers batched = new BatchedObservers(List.of());

    /** @param everySecond runs once a second on a thread of its own */
    synchronized void start(KeycloakSessionFactory factory, Runnable everySecond) {
        set(factory.getProviderFactoriesStream(RequestObserver.class)
                .map(RequestObserverFactory.class::cast)
                .flatMap(ObserverDispatch::handle)
                .toList());
        clock = Executors.newSingleThreadScheduledExecutor(task -> OwnThread.daemon("keylift-observers", task));
        repeat(this::catchUp);
        repeat(everySecond);
    }

    synchronized void stop() {
        if (clock != null) {
            clock.shutdownNow();
        }
        set(List.of());
    }

    /** Empty if creating the observer fails: the server starts without it. */
    private static Stream<ObserverHandle> handle(RequestObserverFactory factory) {
        String id = factory.getId();
        try {
            RequestObserver observer = factory.observer();
            return Stream.of(
                    switch (factory.delivery()) {
                        case IMMEDIATE -> ObserverHandle.immediate(id, observer);
                        case BATCHED -> ObserverHandle.batched(id, observer);
                        case OWN_THREAD ->
                            ObserverHandle.onItsOwnThread(id, observer, RequestObserverFactory.MOST_WAITING);
                    });
        } catch (Throwable e) {
            LOG.warnf(e, "Request observer %s cannot be created; the server runs without it", id);
            return Stream.empty();
        }
    }

    /** Catches everything, because a scheduler stops at the first exception. */
    private void repeat(Runnable task) {
        clock.scheduleWithFixedDelay(
                () -> {
                    try {
                        task.run();
                    } catch (Throwable e) {
                        LOG.warn("Failed to tell request observers of all requests", e);
                    }
                },
                CATCH_UP_SECONDS,
                CATCH_UP_SECONDS,
                TimeUnit.SECONDS);
    }

    /** Replaces the observers and closes those before. */
    void set(List<ObserverHandle> all) {
        List<ObserverHandle> before = observers;
        BatchedObservers batchedBefore = batched;
        Map<Boolean, List<ObserverHandle>> parts = all.stream().collect(partitioningBy(ObserverHandle::isBatched));
        unbatched = parts.get(false);
        batched = new BatchedObservers(parts.get(true));
        answerObservers =
                all.stream().filter(found -> found.is(AnswerObserver.class)).toList();
        progressObservers =
                all.stream().filter(found -> found.is(ProgressObserver.class)).toList();
        observers = List.copyOf(all);
        batchedBefore.catchUp();
        before.forEach(ObserverHandle::close);
    }

    boolean isEmpty() {
        return observers.isEmpty();
    }

    boolean seeAnswersBegin() {
        return !answerObservers.isEmpty();
    }

    void answerBegins(RequestBreakdown soFar) {
        for (ObserverHandle observer : answerObservers) {
            observer.call(called -> ((AnswerObserver) called).answerBegins(soFar));
        }
    }

    void requestProgressed(RequestBreakdown soFar) {
        for (ObserverHandle observer : progressObservers) {
            observer.call(called -> ((ProgressObserver) called).requestProgressed(soFar));
        }
    }

    void requestEnded(RequestBreakdown request) {
        for (ObserverHandle observer : unbatched) {
            observer.requestEnded(request);
        }
        batched.requestEnded(request);
    }

    /** Delivers all finished requests to the batched observers. */
    void catchUp() {
        batched.catchUp();
    }

    void all(Consumer<RequestObserver> call) {
        for (ObserverHandle observer : observers) {
            observer.call(call);
        }
    }
}
