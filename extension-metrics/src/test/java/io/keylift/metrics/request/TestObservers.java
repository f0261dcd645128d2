// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.lang.reflect.Proxy;
import java.util.stream.Stream;
import org.keycloak.models.KeycloakSessionFactory;

/** Makes {@link RequestTimings} begin with observers of a test. */
final class TestObservers {

    private record Immediate(RequestObserver observer) implements RequestObserverFactory {

        @Override
        public String getId() {
            return "immediate";
        }

        @Override
        public boolean isImmediate() {
            return true;
        }
    }

    private TestObservers() {}

    /** The factory of this observer, which is called by whoever has something to say. */
    static RequestObserverFactory immediate(RequestObserver observer) {
        return new Immediate(observer);
    }

    static void start(RequestTimings timings, RequestObserverFactory... factories) {
        timings.start((KeycloakSessionFactory) Proxy.newProxyInstance(
                TestObservers.class.getClassLoader(),
                new Class<?>[] {KeycloakSessionFactory.class},
                (proxy, method, arguments) -> Stream.of(factories)));
    }
}
