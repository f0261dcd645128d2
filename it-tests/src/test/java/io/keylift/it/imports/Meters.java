// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports;

import io.keylift.it.server.KeycloakServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

/** A server's own meters, as its management port shows them. */
final class Meters {

    private final URI metrics;
    private final HttpClient http = HttpClient.newHttpClient();

    Meters(KeycloakServer keycloak) {
        metrics = keycloak.managementUrl().resolve("/metrics");
    }

    /** Sum over all tags of a meter that has to be there. */
    double sum(String name) {
        return sum(name, "");
    }

    /** The same over what has this tag, written as the page writes it. */
    double sum(String name, String tag) {
        List<String> samples = text().lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .filter(line -> line.contains(tag))
                .toList();
        if (samples.isEmpty()) {
            throw new AssertionError("There is no meter " + name + " " + tag + " on " + metrics);
        }
        return samples.stream()
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private String text() {
        try {
            return http.send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while reading " + metrics, e);
        }
    }
}
