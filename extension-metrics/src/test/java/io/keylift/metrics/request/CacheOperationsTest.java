// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.metrics.cache.TimedCache;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Operations of caches are answered later, on other threads, in any order. */
class CacheOperationsTest {

    private static final long SOME_TIME = TimeUnit.MILLISECONDS.toNanos(20);

    private final Vertx vertx = Vertx.vertx();
    private final RequestTracker tracker = new RequestTracker();
    private final Queue<CompletableFuture<Object>> answers = new ArrayDeque<>();
    private final TimedCache cache = new TimedCache("sessions", tracker, () -> {
        CompletableFuture<Object> answer = new CompletableFuture<>();
        answers.add(answer);
        return answer;
    });
    private ContextInternal context;
    private ContextInternal before;
    private RequestWork request;

    @BeforeEach
    @SuppressWarnings("deprecation") // it is the one that Keycloak has
    void begin() {
        context = ((VertxInternal) vertx).getOrCreateContext().duplicate();
        before = context.beginDispatch();
        request = tracker.begin(context, "/realms/master/protocol/openid-connect/token", "POST");
        tracker.takeUp();
    }

    @AfterEach
    void stop() {
        context.endDispatch(before);
        vertx.close();
    }

    @Test
    void timeIsThatUntilTheAnswerIsThere() throws Throwable {
        cache.get();
        long asked = System.nanoTime();
        pass();
        long answered = System.nanoTime();
        answers.remove().complete("answer");
        pass();

        assertThat(infinispan()).isBetween(answered - asked, request().nanos() - SOME_TIME);
    }

    @Test
    void operationsAtTheSameTimeAreTimedOnce() throws Throwable {
        long begin = System.nanoTime();
        for (int i = 0; i < 3; i++) {
            cache.get();
        }
        pass();
        for (CompletableFuture<Object> answer : List.copyOf(answers)) {
            answer.complete("answer");
            pass();
        }

        assertThat(infinispan()).isBetween(3 * SOME_TIME, System.nanoTime() - begin);
        RequestBreakdown soFar = request();
        assertThat(soFar.phases().total()).isEqualTo(soFar.nanos());
    }

    @Test
    void anOperationThatFailsElsewhereHasItsEnd() throws Throwable {
        cache.get();
        Thread other = new Thread(() -> answers.remove().completeExceptionally(new IllegalStateException("refused")));
        other.start();
        other.join();
        long infinispan = infinispan();
        pass();

        assertThat(infinispan()).isEqualTo(infinispan);
    }

    @Test
    void whatAnotherNodeAsksIsNotThisRequests() throws Throwable {
        cache.getFromAfar();
        pass();

        assertThat(infinispan()).isZero();
    }

    private long infinispan() {
        return request().phases().nanos(Phase.INFINISPAN);
    }

    /** The breakdown of the request so far. */
    private RequestBreakdown request() {
        return request.soFar("/uri", 200);
    }

    private static void pass() {
        long end = System.nanoTime() + SOME_TIME;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
