// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.observability.PrometheusServer;
import io.keylift.it.server.FreePorts;
import io.keylift.it.stack.InstalledProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A real Prometheus that scrapes one server every second and evaluates our rules. */
final class Prometheus implements AutoCloseable {

    private final HttpClient http = HttpClient.newHttpClient();
    private final PrometheusServer server;

    /**
     * @param target management address of the server
     * @param exporters hosts and ports of what else is scraped
     */
    Prometheus(URI target, List<String> exporters) {
        require("prometheus");
        server = PrometheusServer.start(FreePorts.next(), target, exporters, 1);
    }

    /**
     * A Prometheus with these rules instead of ours.
     *
     * @param targets management addresses of servers
     */
    Prometheus(List<URI> targets, Path rules) {
        require("prometheus");
        List<String> addresses = targets.stream().map(URI::getAuthority).toList();
        server = PrometheusServer.start(FreePorts.next(), Map.of("keycloak", addresses), 1, rules);
    }

    /** Skips the test where this program is missing. */
    static void require(String program) {
        InstalledProgram.require(program, "prometheus");
    }

    /** Runs promtool in a directory; answers what it printed, with its exit code before it. */
    static String promtool(Path directory, String... arguments) throws IOException, InterruptedException {
        require("promtool");
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(arguments));
        InstalledProgram.Result result = InstalledProgram.run(directory, Map.of(), command);
        return result.exitCode() + "\n" + result.output();
    }

    /** The result of an instant query at the present time. */
    JsonNode query(String expression) {
        JsonNode answer = get("/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8));
        assertThat(answer.path("status").asText())
                .as("%s: %s", expression, answer)
                .isEqualTo("success");
        return answer.at("/data/result");
    }

    /** The errors of the last scrapes. Without this check, only missing figures would show them. */
    List<String> scrapeErrors() {
        return get("/api/v1/targets").at("/data/activeTargets").findValuesAsText("lastError").stream()
                .filter(error -> !error.isEmpty())
                .toList();
    }

    /** All rules as they were last evaluated. */
    List<JsonNode> rules() {
        List<JsonNode> rules = new ArrayList<>();
        get("/api/v1/rules")
                .at("/data/groups")
                .forEach(group -> group.path("rules").forEach(rules::add));
        return rules;
    }

    /** Waits until all that the server shows at this moment is stored. */
    void scrape() {
        double before = scrapes();
        await().atMost(Duration.ofSeconds(30)).until(() -> scrapes() >= before + 2);
    }

    private double scrapes() {
        JsonNode found = query("min(count_over_time(up[1h]))");
        return found.isEmpty() ? 0 : found.at("/0/value/1").asDouble();
    }

    private JsonNode get(String path) {
        try {
            return AdminHttp.parse(http.send(
                            HttpRequest.newBuilder(server.address().resolve(path))
                                    .build(),
                            BodyHandlers.ofString())
                    .body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for Prometheus", e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
