// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/** All observers. One that throws harms neither the request nor the other observers. */
final class RequestObservers {

    private static final Logger LOG = Logger.getLogger(RequestObservers.class);

    /** An observer with the id of its factory. */
    record Named(String id, RequestObserver observer) {}

    private final Set<String> warned = ConcurrentHashMap.newKeySet();
    private volatile List<Named> observers = List.of();
    private volatile List<Named> answerObservers = List.of();

    void set(List<Named> all) {
        observers = List.copyOf(all);
        answerObservers = all.stream()
                .filter(named -> named.observer instanceof AnswerObserver)
                .toList();
    }

    boolean isEmpty() {
        return observers.isEmpty();
    }

    boolean seeAnswersBegin() {
        return !answerObservers.isEmpty();
    }

    void answerBegins(RequestBreakdown soFar) {
        each(answerObservers, observer -> ((AnswerObserver) observer).answerBegins(soFar));
    }

    void all(Consumer<RequestObserver> call) {
        each(observers, call);
    }

    private void each(List<Named> some, Consumer<RequestObserver> call) {
        for (Named named : some) {
            try {
                call.accept(named.observer);
            } catch (RuntimeException | LinkageError e) {
                warnOnce(named.id, e);
            }
        }
    }

    private void warnOnce(String id, Throwable failure) {
        if (warned.add(id)) {
            LOG.warnf(failure, "Request observer %s has failed; further failures of it are not logged", id);
        }
    }
}
