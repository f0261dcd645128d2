// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.Timeout;

/**
 * Sends requests whose body and answer flow at the same time. Java's own client hands out an answer over HTTP/1.1 only
 * after the whole request has been sent, so rejects and refusals would be seen at the end.
 *
 * <p>It stays with HTTP/1.1, and each request has a connection of its own, which a balancer can give to another node.
 * It follows no redirects, keeps no cookies and repeats nothing by itself. Safe for use by several threads.
 */
public final class Http implements AutoCloseable {

    /** Streams of one import, their lists of rejects, and short calls beside them. */
    private static final int MOST_CONNECTIONS = 64;

    private final CloseableHttpAsyncClient client;
    private final ExecutorService senders = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "keylift-sender");
        thread.setDaemon(true);
        return thread;
    });

    private Http(CloseableHttpAsyncClient client) {
        this.client = client;
    }

    /** @throws IOException if the truststore cannot be read */
    public static Http open(HttpSettings settings) throws IOException {
        Timeout idle = Timeout.of(settings.idleTimeout());
        Timeout connect = Timeout.of(settings.connectTimeout());
        ClientTlsStrategyBuilder tls = ClientTlsStrategyBuilder.create();
        if (settings.truststore() != null) {
            tls.setSslContext(Truststore.context(settings.truststore(), settings.truststorePassword()));
        }
        PoolingAsyncClientConnectionManager connections = PoolingAsyncClientConnectionManagerBuilder.create()
                .setTlsStrategy(tls.buildAsync())
                .setMaxConnTotal(MOST_CONNECTIONS)
                .setMaxConnPerRoute(MOST_CONNECTIONS)
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(connect)
                        .setSocketTimeout(idle)
                        .build())
                .setDefaultTlsConfig(TlsConfig.custom()
                        .setHandshakeTimeout(connect)
                        .setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_1)
                        .build())
                .build();
        CloseableHttpAsyncClient client = HttpAsyncClients.custom()
                .setConnectionManager(connections)
                .setIOReactorConfig(IOReactorConfig.custom()
                        .setIoThreadCount(1)
                        .setSoTimeout(idle)
                        .build())
                .setDefaultRequestConfig(
                        RequestConfig.custom().setResponseTimeout(idle).build())
                .setConnectionReuseStrategy((request, response, context) -> false)
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAutomaticRetries()
                .disableAuthCaching()
                .useSystemProperties()
                .setUserAgent("keylift")
                .build();
        client.start();
        return new Http(client);
    }

    /**
     * Sends a request, and returns as soon as the head of its answer is there. The body goes on being sent. The caller
     * closes the answer.
     *
     * @throws IOException if the connection fails before that, or what writing the body has thrown
     */
    public Answer send(Request request) throws IOException {
        BasicHttpRequest head = new BasicHttpRequest(request.method(), request.uri());
        request.headers().forEach((name, value) -> {
            // The producer of the body writes it.
            if (request.body() == null || !name.equalsIgnoreCase("Content-Type")) {
                head.setHeader(name, value);
            }
        });
        SentBody sent = request.body() == null
                ? null
                : new SentBody(request.body(), request.headers().get("Content-Type"), senders);
        ReceivedAnswer received = new ReceivedAnswer(() -> sent == null ? null : sent.failure());
        Future<Void> exchange = client.execute(new BasicRequestProducer(head, sent), received, null, null, null);
        CompletableFuture<Answer> answer = received.head(() -> exchange.cancel(true));
        try {
            return answer.get();
        } catch (InterruptedException e) {
            exchange.cancel(true);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The request was interrupted");
        } catch (ExecutionException e) {
            if (sent != null && sent.failure() != null) {
                throw sent.failure();
            }
            throw new IOException(request + " failed: " + e.getCause().getMessage(), e.getCause());
        }
    }

    @Override
    public void close() {
        client.close(CloseMode.IMMEDIATE);
        senders.shutdownNow();
    }
}
