// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.faults;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Which method fails, and how. In the JVM of a server. */
public final class Faults {

    private static final Map<String, Supplier<Throwable>> KINDS = Map.of(
            "RuntimeException", () -> new IllegalStateException("a fault"),
            "StackOverflowError", () -> new StackOverflowError("a fault"),
            "NoClassDefFoundError", () -> new NoClassDefFoundError("a fault"));

    private static final AtomicInteger FAILED = new AtomicInteger();
    private static volatile String chosen = "";
    private static volatile Supplier<Throwable> fault;

    private Faults() {}

    /**
     * {@code GET /<method>/<kind>} chooses a fault, and answers how often the one before has occurred. A name that ends
     * with a dot stands for all methods that begin with it.
     */
    static void serve(int port) throws IOException {
        HttpServer control = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        control.createContext("/", Faults::choose);
        control.start();
    }

    private static void choose(HttpExchange request) throws IOException {
        String[] path = request.getRequestURI().getPath().split("/");
        chosen = "";
        byte[] failed = ("" + FAILED.getAndSet(0)).getBytes(StandardCharsets.US_ASCII);
        fault = KINDS.get(path[2]);
        chosen = path[1];
        request.sendResponseHeaders(200, failed.length);
        request.getResponseBody().write(failed);
        request.close();
    }

    /** Called at the beginning of each method that can fail. */
    public static void at(String method) {
        if (chosen.equals(method) || chosen.endsWith(".") && method.startsWith(chosen)) {
            FAILED.incrementAndGet();
            Faults.<RuntimeException>raise(fault.get());
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void raise(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
