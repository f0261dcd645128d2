// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/** A real HTTPS server that answers each request as told. */
final class HttpsStub implements AutoCloseable {

    static final Duration LIMIT = Duration.ofSeconds(5);

    /** A request with its whole body. */
    record Request(String path, Headers headers, String body) {}

    /** @param header name and value, or none */
    record Reply(int status, String body, String... header) {}

    private final HttpsServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    final List<Request> requests = new CopyOnWriteArrayList<>();

    HttpsStub(SSLContext context, Function<Request, Reply> answers) throws IOException {
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.setExecutor(threads);
        server.createContext("/", exchange -> answer(exchange, answers));
        server.start();
    }

    private void answer(HttpExchange exchange, Function<Request, Reply> answers) throws IOException {
        Request request = new Request(
                exchange.getRequestURI().toString(),
                exchange.getRequestHeaders(),
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        requests.add(request);
        Reply reply = answers.apply(request);
        if (reply.header().length > 0) {
            exchange.getResponseHeaders().set(reply.header()[0], reply.header()[1]);
        }
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    URI address(String host) {
        return URI.create("https://" + host + ":" + server.getAddress().getPort() + "/check");
    }

    HttpsCalls calls() {
        return new HttpsCalls(address("localhost"), LIMIT);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
