// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.client.ScriptedServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.Thread.State;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests whose body and answer flow at the same time. */
@Timeout(30)
class HttpTest {

    private static final String NDJSON = "application/x-ndjson";

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @AutoClose
    private Http http;

    @BeforeEach
    void open() throws IOException {
        http = Http.open(HttpSettings.defaults().withIdleTimeout(Duration.ofSeconds(20)));
    }

    @Test
    void anAnswerIsReadWhileTheBodyIsSent() throws Exception {
        server.then(exchange -> {
            exchange.head(200, "Transfer-Encoding: chunked");
            for (int size = exchange.readChunk(); size > 0; size = exchange.readChunk()) {
                exchange.chunk("read\n");
            }
            exchange.chunk("end\n");
            exchange.endOfChunks();
        });
        CountDownLatch answered = new CountDownLatch(1);
        Request request = Request.post(server.address(), NDJSON, out -> {
            out.write("first\n".repeat(1000).getBytes(StandardCharsets.UTF_8));
            await(answered);
            out.write("second\n".repeat(1000).getBytes(StandardCharsets.UTF_8));
        });

        try (Answer answer = http.send(request);
                BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body()))) {
            assertThat(lines.readLine()).isEqualTo("read");
            assertThat(server.exchanges().get(0).body()).contains("first").doesNotContain("second");
            answered.countDown();
            assertThat(lines.lines().reduce((one, next) -> next)).contains("end");
        }
        assertThat(server.exchanges().get(0).body()).hasLineCount(2000);
    }

    @Test
    void aRefusalIsSeenAlthoughTheServerReadsNoBody() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        server.then(exchange -> {
            exchange.whole(409, "{\"errorMessage\":\"Other input\"}");
            await(end);
        });
        AtomicLong written = new AtomicLong();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Request request = Request.post(server.address(), NDJSON, out -> {
            try {
                for (int i = 0; i < 10_000; i++) {
                    out.write(new byte[100_000]);
                    written.addAndGet(100_000);
                }
            } finally {
                ended.complete(null);
            }
        });

        try (Answer answer = http.send(request)) {
            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.text()).contains("Other input");
        }
        // The writer does not wait for a connection that has ended.
        ended.get(10, TimeUnit.SECONDS);
        assertThat(written).hasValueLessThan(1_000_000_000);
        end.countDown();
    }

    @Test
    void aServerThatDoesNotReadHoldsTheWriter() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        server.then(exchange -> {
            exchange.head(200, "Transfer-Encoding: chunked");
            exchange.chunk("reads nothing\n");
            await(end);
        });
        AtomicLong written = new AtomicLong();
        AtomicReference<Thread> writer = new AtomicReference<>();
        Request request = Request.post(server.address(), NDJSON, out -> {
            writer.set(Thread.currentThread());
            while (written.get() < 1_000_000_000) {
                out.write(new byte[100_000]);
                written.addAndGet(100_000);
            }
        });

        try (Answer answer = http.send(request)) {
            assertThat(answer.body().read()).isEqualTo('r');
            Awaitility.await()
                    .during(Duration.ofMillis(200))
                    .until(() -> writer.get().getState() == State.WAITING);
            // The buffers of the kernel hold so much.
            assertThat(written).hasValueLessThan(50_000_000);
        }
        end.countDown();
    }

    @Test
    void aBodyThatCannotBeWrittenEndsTheConnectionBeforeItsEnd() throws Exception {
        CompletableFuture<IOException> seen = new CompletableFuture<>();
        server.then(exchange -> {
            try {
                exchange.readBody();
                seen.complete(null);
            } catch (IOException e) {
                seen.complete(e);
            }
        });
        Request request = Request.post(server.address(), NDJSON, out -> {
            out.write("first\n".repeat(1000).getBytes(StandardCharsets.UTF_8));
            throw new IOException("The disk is gone");
        });

        assertThatThrownBy(() -> http.send(request)).hasMessage("The disk is gone");
        assertThat(seen.get(10, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void anErrorOfTheWriterEndsTheRequest() {
        server.then(exchange -> exchange.readBody());
        Request request = Request.post(server.address(), NDJSON, out -> {
            throw new OutOfMemoryError("no room");
        });

        assertThatThrownBy(() -> http.send(request))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no room");
    }

    @Test
    void anAnswerThatBreaksOffIsAnError() throws Exception {
        server.then(exchange -> {
            exchange.readBody();
            exchange.head(200, "Transfer-Encoding: chunked");
            exchange.chunk("first\n");
            exchange.cut();
        });

        try (Answer answer = http.send(Request.post(server.address(), NDJSON, Body.of("{}")))) {
            assertThatThrownBy(() -> answer.body().readAllBytes()).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aServerThatSaysNothingIsGivenUp() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        server.then(exchange -> await(end));
        try (Http impatient = Http.open(HttpSettings.defaults().withIdleTimeout(Duration.ofMillis(300)))) {
            assertThatThrownBy(() -> impatient.send(Request.get(server.address())))
                    .isInstanceOf(IOException.class);
        }
        end.countDown();
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
