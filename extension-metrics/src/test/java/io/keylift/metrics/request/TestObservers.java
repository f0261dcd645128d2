// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.stream.Stream;
import org.keycloak.models.KeycloakSessionFactory;

/** Makes {@link RequestTracker} begin with observers of a test. */
final class TestObservers {

    private record Factory(Delivery delivery, RequestObserver observer) implements RequestObserverFactory {

        @Override
        public String getId() {
            return delivery.name();
        }
    }

    private TestObservers() {}

    /** A factory of this observer. Tests call the observer's methods through it. */
    static RequestObserverFactory immediate(RequestObserver observer) {
        return new Factory(Delivery.IMMEDIATE, observer);
    }

    static RequestObserverFactory batched(RequestObserver observer) {
        return new Factory(Delivery.BATCHED, observer);
    }

    static void start(RequestTracker tracker, RequestObserverFactory... factories) {
        tracker.start((KeycloakSessionFactory) Proxy.newProxyInstance(
                TestObservers.class.getClassLoader(),
                new Class<?>[] {KeycloakSessionFactory.class},
                (proxy, method, arguments) -> method.getName().equals("getSpis") ? Set.of() : Stream.of(factories)));
    }
}
