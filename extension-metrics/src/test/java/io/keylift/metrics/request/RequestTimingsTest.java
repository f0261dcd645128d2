// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.keycloak.models.KeycloakSessionFactory;

class RequestTimingsTest {

    /** Waits for the first request that it is told of. */
    private static final class Patient implements PatientObserver {

        private final CountDownLatch told = new CountDownLatch(1);

        @Override
        public boolean canWaitFor(RequestBreakdown request) {
            return true;
        }

        @Override
        public void requestEnded(RequestBreakdown request) {
            told.countDown();
        }
    }

    private record Factory(RequestObserver observer) implements RequestObserverFactory {

        @Override
        public String getId() {
            return "patient";
        }

        @Override
        public boolean isImmediate() {
            return true;
        }
    }

    private final Patient patient = new Patient();
    private final RequestTimings timings = new RequestTimings();

    @AfterEach
    void stop() {
        timings.stop();
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void patientObserversAreToldThoughNobodyAsks() throws InterruptedException {
        start();
        end();

        patient.told.await();
        assertThat(timings.isOff()).isFalse();
    }

    @Test
    void patientObserversAreToldBeforeTheirFiguresAreRead() {
        start();
        end();
        timings.catchUp();

        assertThat(patient.told.getCount()).isZero();
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void itsThreadEndsWithIt() throws InterruptedException {
        start();
        Thread thread = Thread.getAllStackTraces().keySet().stream()
                .filter(one -> one.getName().equals("keylift-observers"))
                .findAny()
                .orElseThrow();
        timings.stop();
        thread.join();

        assertThat(timings.isOff()).isTrue();
    }

    @Test
    void anObserverThatCannotBeMadeKeepsNoOtherFromItsRequests() {
        start(unmakeable(), new Factory(patient));
        end();
        timings.catchUp();

        assertThat(patient.told.getCount()).isZero();
    }

    private static RequestObserverFactory unmakeable() {
        return new RequestObserverFactory() {
            @Override
            public String getId() {
                return "unmakeable";
            }

            @Override
            public RequestObserver observer() {
                throw new IllegalStateException("as always");
            }
        };
    }

    private void end() {
        timings.ended(new RequestWork(new BackgroundWork(new RequestObservers()), new RequestLoad(), false)
                .end("/uri", "GET", 200, false));
    }

    private void start() {
        start(new Factory(patient));
    }

    private void start(RequestObserverFactory... factories) {
        timings.start((KeycloakSessionFactory) Proxy.newProxyInstance(
                RequestTimingsTest.class.getClassLoader(),
                new Class<?>[] {KeycloakSessionFactory.class},
                (proxy, method, arguments) -> Stream.of(factories)));
    }
}
