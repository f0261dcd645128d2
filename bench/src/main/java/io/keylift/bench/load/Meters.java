// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.it.server.KeycloakServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

/** A server's own meters of its JVM's memory, in the text format of Prometheus. */
record Meters(List<String> lines) {

    private static final double MEGABYTE = 1 << 20;

    /** The current meters. */
    static Meters of(KeycloakServer keycloak) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(keycloak.managementUrl().resolve("/metrics"))
                .build();
        try {
            return new Meters(HttpClient.newHttpClient()
                    .send(request, BodyHandlers.ofString())
                    .body()
                    .lines()
                    .toList());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while reading meters", e);
        }
    }

    /** Bytes that the JVM has allocated: until the last collection, and in the young generation since. */
    double allocatedBytes() {
        return sum("jvm_gc_memory_allocated_bytes_total", "") + sum("jvm_memory_used_bytes", "id=\"G1 Eden Space\"");
    }

    double heapUsedMegabytes() {
        return sum("jvm_memory_used_bytes", "area=\"heap\"") / MEGABYTE;
    }

    double heapCommittedMegabytes() {
        return sum("jvm_memory_committed_bytes", "area=\"heap\"") / MEGABYTE;
    }

    /** Not a number if there is no such meter. */
    private double sum(String name, String tag) {
        List<String> found = lines.stream()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> line.contains(tag))
                .toList();
        return found.isEmpty()
                ? Double.NaN
                : found.stream()
                        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                        .sum();
    }
}
