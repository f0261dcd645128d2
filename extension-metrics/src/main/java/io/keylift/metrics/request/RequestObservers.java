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

    private final Set<RequestObserver> warned = ConcurrentHashMap.newKeySet();
    private volatile List<RequestObserver> observers = List.of();

    void set(List<RequestObserver> all) {
        observers = List.copyOf(all);
    }

    boolean isEmpty() {
        return observers.isEmpty();
    }

    void all(Consumer<RequestObserver> call) {
        for (RequestObserver observer : observers) {
            try {
                call.accept(observer);
            } catch (RuntimeException | LinkageError e) {
                warnOnce(observer, e);
            }
        }
    }

    private void warnOnce(RequestObserver observer, Throwable failure) {
        if (warned.add(observer)) {
            LOG.warnf(
                    failure,
                    "Request observer %s failed; further failures of it are not logged",
                    observer.getClass().getName());
        }
    }
}
