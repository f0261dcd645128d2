// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.metrics.cluster.ClusterEventKind;
import io.keylift.metrics.cluster.ClusterEvents;
import io.keylift.metrics.request.LockWait;
import io.keylift.metrics.request.RequestBreakdown;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlowRequestLogTest {

    private static final Logger LOGGER = Logger.getLogger("io.keylift.metrics.slow-request");

    private Instant at;
    private final ClusterEvents cluster = new ClusterEvents(System::nanoTime, () -> at);

    @Test
    void oneLineSaysWhereTheTimeWent() {
        SpanContext trace = SpanContext.create(
                "0af7651916cd43dd8448eb211c80319c",
                "b7ad6b7169203331",
                TraceFlags.getSampled(),
                TraceState.getDefault());

        assertThat(SlowRequestLog.line(Breakdowns.request("acme", "shop"), "", trace))
                .isEqualTo("Slow request GET /admin/realms/{realm} status=200 realm=acme client=shop total=100.0ms"
                        + " pool_wait=10.0ms sql=20.0ms commit=0.0ms"
                        + " ldap=0.0ms http=0.0ms smtp=0.0ms hash=0.0ms infinispan=0.0ms queue=0.0ms"
                        + " cpu=0.0ms gc=0.0ms client=0.0ms blocked=0.0ms parked=0.0ms"
                        + " rest=70.0ms"
                        + " statements=3 connections=1 allocated=2KiB traceId=0af7651916cd43dd8448eb211c80319c");
    }

    @Test
    void aCallerOfAnotherRealmIsNamedBesideTheRealmOfThePath() {
        assertThat(SlowRequestLog.line(Breakdowns.across("master", "admin-cli", "acme"), "", SpanContext.getInvalid()))
                .contains(" realm=master client=admin-cli pathRealm=acme total=");
    }

    @Test
    void aLockThatWasWaitedForIsNamedWithWhatItsHolderDid() {
        LockWait lock =
                new LockWait("org.example.Loader", List.of("org.example.Pool.take:7", "org.example.Loader.get:3"));

        assertThat(SlowRequestLog.line(Breakdowns.waiting(lock), "", SpanContext.getInvalid()))
                .endsWith(" lock=org.example.Loader holder=\"org.example.Pool.take:7 org.example.Loader.get:3\"");
        assertThat(SlowRequestLog.line(
                        Breakdowns.waiting(new LockWait("org.example.Loader", List.of())),
                        "",
                        SpanContext.getInvalid()))
                .endsWith(" lock=org.example.Loader holder=-");
    }

    static Stream<Arguments> names() {
        return Stream.of(
                Arguments.of("shop\nERROR all is lost", "\"shop?ERROR all is lost\""),
                Arguments.of("shop\u2028next", "shop?next"),
                Arguments.of("shop\u0085next", "shop?next"),
                Arguments.of("x total=1.0ms", "\"x total=1.0ms\""),
                Arguments.of("total=1.0ms", "\"total=1.0ms\""),
                Arguments.of("x\u00a0y", "\"x\u00a0y\""),
                Arguments.of("a\"b", "\"a\\\"b\""),
                Arguments.of("müller", "müller"));
    }

    @ParameterizedTest
    @MethodSource("names")
    void noNameLooksLikeALineOrAFieldOfItsOwn(String client, String shown) {
        String line = SlowRequestLog.line(Breakdowns.request("acme", client), "", SpanContext.getInvalid());

        assertThat(line).contains(" client=" + shown + " total=").doesNotContain("traceId");
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aLogThatIsSlowKeepsNoRequestWaitingAndSaysWhatItHasMissed() throws InterruptedException {
        SlowLog log = new SlowLog();
        LOGGER.addHandler(log);
        try {
            SlowRequestLog observer = new SlowRequestLog(100, Optional::empty);
            observer.requestEnded(Breakdowns.request("acme", "shop"));
            log.taken.await();
            for (int i = 0; i < SlowRequestLog.QUEUE + 5; i++) {
                observer.requestEnded(Breakdowns.request("/" + i, "acme", "shop"));
            }
            log.goOn.countDown();
            await().until(() -> log.lines.size() >= SlowRequestLog.QUEUE + 2);
            observer.close();

            assertThat(log.lines).hasSize(SlowRequestLog.QUEUE + 2);
            assertThat(log.lines.get(1)).startsWith("5 more slow requests are not logged");
        } finally {
            LOGGER.removeHandler(log);
        }
    }

    /** A node that leaves lets others wait for it. */
    @Test
    void whatTheClusterDidInTheTimeOfARequestIsNamed() {
        RequestBreakdown request = Breakdowns.request("acme", "shop");
        at = request.start().minusNanos(1);
        cluster.viewChanged(ClusterEventKind.MERGE, List.of("a"), List.of("a", "b"));
        assertThat(logged(100, List.of(request))).singleElement().asString().doesNotContain("cluster=");
        at = request.start().plusNanos(request.nanos());
        cluster.rebalanceStarted("sessions", List.of("a"), List.of("a", "b"));
        cluster.viewChanged(ClusterEventKind.VIEW_CHANGE, List.of("a", "b"), List.of("a"));

        assertThat(logged(100, List.of(request))).singleElement().asString().endsWith(" cluster=view-change,rebalance");
    }

    @Test
    void whatIsNotSlowIsNotLogged() {
        assertThat(logged(101, List.of(Breakdowns.request("acme", "shop")))).isEmpty();
    }

    /** In an outage every request is slow, and the log needs room for other messages. */
    @Test
    void ofAnEndpointThereAreSoManyLinesAMinuteThenTheirNumber() {
        List<RequestBreakdown> requests = new ArrayList<>();
        for (int i = 0; i < SlowRequestLog.LINES + 5; i++) {
            requests.add(Breakdowns.request("/slow", "acme", "shop"));
        }
        requests.add(Breakdowns.request("/next", "acme", "shop"));
        List<String> lines = logged(100, requests);

        assertThat(lines).hasSize(SlowRequestLog.LINES + 2);
        assertThat(lines)
                .filteredOn(line -> line.startsWith("Slow request GET /slow "))
                .hasSize(SlowRequestLog.LINES);
        assertThat(lines).anyMatch(line -> line.startsWith("Slow request GET /next "));
        assertThat(lines.get(lines.size() - 1))
                .isEqualTo("5 more slow requests GET /slow within a minute are not logged; the longest took 100.0ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/admin/realms/{realm}/bulk-import/{kind}", "/admin/realms/{realm}/bulk-import"})
    void importsAreSlowByNature(String uri) {
        assertThat(logged(100, List.of(Breakdowns.request(uri, "POST", "acme", "shop"))))
                .isEmpty();
        assertThat(logged(100, List.of(Breakdowns.request(uri, "GET", "acme", "shop"))))
                .hasSize(1);
    }

    private List<String> logged(int thresholdMillis, List<RequestBreakdown> requests) {
        SlowLog log = new SlowLog();
        log.goOn.countDown();
        LOGGER.addHandler(log);
        try {
            SlowRequestLog observer = new SlowRequestLog(thresholdMillis, () -> Optional.of(cluster));
            requests.forEach(observer::requestEnded);
            observer.close();
            return log.lines;
        } finally {
            LOGGER.removeHandler(log);
        }
    }

    /** Takes nothing before it is allowed to. */
    private static final class SlowLog extends Handler {

        private final CountDownLatch taken = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);
        private final List<String> lines = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord line) {
            taken.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            lines.add(line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
