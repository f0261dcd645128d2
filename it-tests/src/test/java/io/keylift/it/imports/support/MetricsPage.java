// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import io.keylift.it.server.KeycloakServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page {@code /metrics} of a server's management interface, read on request. */
public final class MetricsPage {

    private static final Pattern LINE =
            Pattern.compile("(\\w+)(?:\\{((?:[^\"}]|\"[^\"]*\")*)\\})? (\\S+)(?: # \\{(.*?)\\})?.*");
    /** The {@code Accept} header of Prometheus 3. */
    private static final String PROMETHEUS = "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,"
            + "application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3,"
            + "text/plain;version=0.0.4;q=0.2,*/*;q=0.1";

    private static final Pattern TAG = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    /**
     * A number with its name and tags as Prometheus has them.
     *
     * @param exemplar the tags of its exemplar, or none
     */
    public record Sample(String name, Map<String, String> tags, double value, Map<String, String> exemplar) {}

    private final URI address;
    private final HttpClient http = HttpClient.newHttpClient();

    public MetricsPage(KeycloakServer server) {
        address = server.managementUrl().resolve("/metrics");
    }

    /** All samples whose names begin so. */
    public List<Sample> samples(String prefix) {
        return samples(prefix, "text/plain");
    }

    /** Samples with exemplars, whose names begin so. */
    public List<Sample> exemplars(String prefix) {
        return samples(prefix, PROMETHEUS).stream()
                .filter(sample -> !sample.exemplar().isEmpty())
                .toList();
    }

    private List<Sample> samples(String prefix, String format) {
        List<Sample> samples = new ArrayList<>();
        body(format)
                .lines()
                .filter(line -> line.startsWith(prefix))
                .map(LINE::matcher)
                .forEach(line -> {
                    if (!line.matches()) {
                        throw new AssertionError("No sample: " + line);
                    }
                    samples.add(new Sample(
                            line.group(1),
                            tags(line.group(2)),
                            Double.parseDouble(line.group(3)),
                            tags(line.group(4))));
                });
        return samples;
    }

    /** Samples of one name, by their tags. */
    public Map<Map<String, String>, Double> byTags(String name) {
        Map<Map<String, String>, Double> values = new HashMap<>();
        samples(name).stream()
                .filter(sample -> sample.name().equals(name))
                .forEach(sample -> values.put(sample.tags(), sample.value()));
        return values;
    }

    /** The one sample of a meter without tags. */
    public double value(String name) {
        return byTags(name).get(Map.of());
    }

    private static Map<String, String> tags(String text) {
        Map<String, String> tags = new TreeMap<>();
        Matcher tag = TAG.matcher(text == null ? "" : text);
        while (tag.find()) {
            tags.put(tag.group(1), tag.group(2));
        }
        return tags;
    }

    private String body(String format) {
        try {
            return http.send(
                            HttpRequest.newBuilder(address)
                                    .header("Accept", format)
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while reading " + address, e);
        }
    }
}
