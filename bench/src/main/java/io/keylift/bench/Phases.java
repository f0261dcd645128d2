// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.server.KeycloakServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Seconds of chunks in each phase, from the server's own meters. */
final class Phases {

    static final List<String> ALL = List.of("parse", "validate", "wait", "storage", "resolve", "write", "commit");

    private static final Pattern SUM = Pattern.compile(
            "keylift_import_chunk_seconds_sum\\{kind=\"([^\"]+)\",op=\"[^\"]+\",phase=\"([^\"]+)\"\\} (\\S+)");

    private final URI metrics;
    private final HttpClient http = HttpClient.newHttpClient();

    Phases(KeycloakServer keycloak) {
        this.metrics = keycloak.managementUrl().resolve("/metrics");
    }

    /** Seconds until now, of all operations on objects of this kind. */
    Map<String, Double> read(String kind) throws IOException, InterruptedException {
        return seconds(
                http.send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofString())
                        .body(),
                kind);
    }

    static Map<String, Double> seconds(String meters, String kind) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        ALL.forEach(phase -> seconds.put(phase, 0.0));
        Matcher line = SUM.matcher(meters);
        while (line.find()) {
            if (line.group(1).equals(kind)) {
                seconds.merge(line.group(2), Double.valueOf(line.group(3)), Double::sum);
            }
        }
        return seconds;
    }

    /** Seconds spent in each phase between two readings. */
    static Map<String, Double> spent(Map<String, Double> before, Map<String, Double> after) {
        Map<String, Double> spent = new LinkedHashMap<>();
        after.forEach((phase, seconds) -> spent.put(phase, seconds - before.get(phase)));
        return spent;
    }

    /** Share of each phase in the time of all chunks of several rounds, from 0 to 1; empty without chunks. */
    static Map<String, Double> shares(List<Map<String, Double>> rounds) {
        Map<String, Double> spent = new LinkedHashMap<>();
        rounds.forEach(round -> round.forEach((phase, seconds) -> spent.merge(phase, seconds, Double::sum)));
        double all = spent.values().stream().mapToDouble(Double::doubleValue).sum();
        if (all == 0) {
            return Map.of();
        }
        spent.replaceAll((phase, seconds) -> seconds / all);
        return spent;
    }
}
