// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Seconds of chunks in each phase, from the server's own meters. */
final class Phases {

    private static final Pattern SUM = Pattern.compile(
            "keylift_import_chunk_seconds_sum\\{kind=\"([^\"]+)\",op=\"import\",phase=\"([^\"]+)\"\\} (\\S+)");

    private final URI metrics;
    private final HttpClient http = HttpClient.newHttpClient();

    Phases(URI management) {
        this.metrics = management.resolve("/metrics");
    }

    Map<String, Double> read(String kind) throws IOException, InterruptedException {
        String text = http.send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofString())
                .body();
        Map<String, Double> seconds = new LinkedHashMap<>();
        for (String phase : new String[] {"parse", "validate", "wait", "storage", "resolve", "write", "commit"}) {
            seconds.put(phase, 0.0);
        }
        Matcher line = SUM.matcher(text);
        while (line.find()) {
            if (line.group(1).equals(kind)) {
                seconds.put(line.group(2), Double.valueOf(line.group(3)));
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
}
