// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.keylift.metrics.FailSafe;
import io.keylift.metrics.TimedCalls;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.PhaseCounts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TimedHttpClientTest {

    private static final String BODY = "from the other server";

    private final PhaseCounts phases = new PhaseCounts();
    private final CloseableHttpClient client = new TimedHttpClient(
            HttpClients.createDefault(), new TimedCalls(Phase.HTTP, () -> phases, new FailSafe("calls")));

    /** Whether the phase was open when the server had the request. */
    private final List<Boolean> seen = new CopyOnWriteArrayList<>();

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() throws IOException {
        server.stop(0);
        client.close();
    }

    /** Sends the second half of the answer when the phase is open again, and the client waits for it. */
    private void answer(HttpExchange exchange) throws IOException {
        seen.add(phases.isIn(Phase.HTTP));
        byte[] body = BODY.getBytes(StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(200, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body, 0, 10);
            out.flush();
            await().until(() -> phases.exited(Phase.HTTP) > 0 && phases.isIn(Phase.HTTP));
            out.write(body, 10, body.length - 10);
        }
    }

    private HttpGet get() {
        return new HttpGet("http://localhost:" + server.getAddress().getPort() + "/");
    }

    @Test
    void aCallIsTimedUntilItsBodyIsRead() throws IOException {
        try (CloseableHttpResponse response = client.execute(get())) {
            assertThat(phases.isIn(Phase.HTTP)).isFalse();
            assertThat(EntityUtils.toString(response.getEntity())).isEqualTo(BODY);
        }

        assertThat(seen).containsExactly(true);
        assertThat(phases.isIn(Phase.HTTP)).isFalse();
    }

    @Test
    void soIsOneWithAHandler() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        client.execute(get(), response -> {
            response.getEntity().writeTo(body);
            return null;
        });

        assertThat(body).hasToString(BODY);
        assertThat(seen).containsExactly(true);
        assertThat(phases.isIn(Phase.HTTP)).isFalse();
    }

    @Test
    void eachWayToReadTheBodyIsTimed() throws IOException {
        try (CloseableHttpResponse response = client.execute(get());
                InputStream body = response.getEntity().getContent()) {
            int before = phases.entered(Phase.HTTP);
            assertThat(body.read()).isEqualTo('f');
            int read = phases.entered(Phase.HTTP);
            assertThat(read).isGreaterThan(before);
            assertThat(body.skip(4)).isEqualTo(4);
            int skipped = phases.entered(Phase.HTTP);
            assertThat(skipped).isGreaterThan(read);
            assertThat(new String(body.readNBytes(3), StandardCharsets.US_ASCII))
                    .isEqualTo("the");
            assertThat(phases.entered(Phase.HTTP)).isGreaterThan(skipped);
        }

        assertThat(phases.isIn(Phase.HTTP)).isFalse();
    }

    @Test
    void aCallThatFailsIsOver() {
        server.stop(0);

        assertThatThrownBy(() -> client.execute(get())).isInstanceOf(IOException.class);
        assertThat(phases.entered(Phase.HTTP)).isEqualTo(1);
        assertThat(phases.isIn(Phase.HTTP)).isFalse();
    }
}
