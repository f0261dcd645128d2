// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Clients that send the same request again and again, each a while after its last answer, until they are closed. */
final class Clients implements AutoCloseable {

    private final HttpClient http;
    private final ScheduledExecutorService threads;

    Clients(int number, int pauseMillis, HttpRequest request) {
        http = client();
        threads = Executors.newScheduledThreadPool(number);
        for (int client = 0; client < number; client++) {
            threads.scheduleWithFixedDelay(() -> send(http, request), 0, pauseMillis, TimeUnit.MILLISECONDS);
        }
    }

    private static HttpClient client() {
        return HttpClient.newBuilder().version(Version.HTTP_1_1).build();
    }

    /** Sends a request so many times, one after the other. */
    static void send(HttpRequest request, int times) {
        HttpClient http = client();
        for (int time = 0; time < times; time++) {
            send(http, request);
        }
    }

    /** The server may fail it, or be gone. */
    private static void send(HttpClient http, HttpRequest request) {
        try {
            http.send(request, BodyHandlers.discarding());
        } catch (IOException e) {
            // The next one may be answered.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
