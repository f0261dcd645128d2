// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stack traces of a server from the profiler, innermost frame first. */
class OurFramesTest {

    private static final String INTERCEPTOR = "io.keylift.metrics.cache.TimingInterceptor.visitCommand";
    private static final String STAGE = "org.infinispan.interceptors.BaseAsyncInterceptor.invokeNextAndFinally";
    private static final String SERVER = "java.lang.Thread.run";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.keylift.metrics.request.Timeline.exit",
                "vdso.__vdso_clock_gettime libjvm.so.os::javaTimeNanos io.keylift.metrics.request.RequestWork.exit",
                "io.micrometer.core.instrument.composite.CompositeTimer.record"
                        + " io.keylift.metrics.observer.EndpointMeters.record",
                "io.vertx.ext.web.impl.RoutingContextImpl.addEndHandler io.keylift.metrics.request.RequestFilter.time",
                "java.util.HashMap$HashIterator.next io.keylift.metrics.timings.RecentRequests.add",
                "io.keylift.metrics.request.RequestFilter$$Lambda$1021.0x00007f1.handle",
                "io.keylift.metrics.request.RequestWork.enter " + INTERCEPTOR,
                STAGE + " " + INTERCEPTOR,
                ".itable stub " + STAGE + " " + INTERCEPTOR,
                "io.keylift.metrics.cache.TimingInterceptor.lambda$visitCommand$0 " + STAGE + " " + INTERCEPTOR,
            })
    void whatOursDoesIsOurs(String stack) {
        assertThat(OurFrames.isOurs(frames(stack))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.util.HashMap.getNode org.keycloak.services.DefaultKeycloakSession.getProvider",
                "io.vertx.ext.web.impl.RoutingContextImpl.next io.keylift.metrics.request.RequestFilter.time",
                "org.infinispan.context.impl.NonTxInvocationContext.lookupEntry"
                        + " org.infinispan.commands.read.GetKeyValueCommand.acceptVisitor "
                        + STAGE + " " + INTERCEPTOR,
                "org.infinispan.interceptors.impl.InvocationContextInterceptor.visitCommand " + STAGE + " "
                        + INTERCEPTOR,
                "org.bouncycastle.crypto.generators.Argon2BytesGenerator.quarterRound "
                        + "org.keycloak.crypto.hash.Argon2PasswordHashProvider.verify"
                        + " io.keylift.metrics.hashing.TimedPasswordHash.lambda$verify$3 "
                        + "io.keylift.metrics.hashing.TimedPasswordHash.timed",
                "org.keycloak.quarkus.runtime.storage.database.jpa."
                        + "AbstractJpaConnectionProviderFactory.createEntityManager "
                        + "io.keylift.metrics.database.TimedJpaConnectionProviderFactory.createEntityManager",
                "org.hibernate.internal.SessionFactoryImpl.withOptions "
                        + "org.hibernate.engine.spi.SessionFactoryDelegatingImpl.createEntityManager "
                        + "io.keylift.metrics.database.TimedSessions.createEntityManager",
            })
    void whatOursStandsBeforeIsNot(String stack) {
        assertThat(OurFrames.isOurs(frames(stack))).isFalse();
    }

    @Test
    void whatOursDoesDeepInsideTheServerIsOurs() {
        assertThat(OurFrames.isOurs(List.of(
                        "java.lang.System.nanoTime",
                        "io.keylift.metrics.database.StatementTimes.jdbcExecuteStatementStart",
                        "org.hibernate.engine.internal.SessionEventListenerManagerImpl.jdbcExecuteStatementStart",
                        "io.vertx.ext.web.impl.RoutingContextImpl.next",
                        "io.keylift.metrics.request.RequestFilter.time")))
                .isTrue();
    }

    private static List<String> frames(String stack) {
        return Stream.concat(Arrays.stream(stack.split(" (?!stub)")), Stream.of(SERVER))
                .toList();
    }
}
