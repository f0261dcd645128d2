// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.keylift.it.SecondTier;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.FileTree;
import io.keylift.it.server.FreePorts;
import io.keylift.it.server.Workspace;
import io.keylift.it.stack.InstalledProgram;
import io.keylift.it.stack.InstalledProgram.Result;
import io.keylift.it.stack.Stack;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A real Alertmanager with the configuration that we ship, told by a real Prometheus with our rules. */
@SecondTier
class AlertmanagerIT {

    private static final Path CONFIGURATION = Stack.CONF.resolve("alertmanager/alertmanager.yml");
    private static final String PACKAGE = "prometheus-alertmanager";
    private static final String FAST = "KeycloakErrorBudgetBurnsFast";
    private static final String SLOW = "KeycloakErrorBudgetBurns";
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static Path directory;

    @BeforeAll
    static void require() {
        InstalledProgram.require("amtool", PACKAGE);
        InstalledProgram.require(PACKAGE, PACKAGE);
        directory = Workspace.directory("alertmanager");
    }

    @Test
    void itAcceptsOurConfiguration_withAndWithoutTheExamples_andNoOther() throws IOException, InterruptedException {
        String shipped = Files.readString(CONFIGURATION);

        assertThat(check(shipped)).startsWith("0\n").contains(" - 1 inhibit rules", " - 1 receivers");
        assertThat(check(withExamples(shipped))).startsWith("0\n");
        assertThat(check(withExamples(shipped).replace("smarthost", "smart_host")))
                .startsWith("1\n");
    }

    private static String check(String configuration) throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("checked.yml"), configuration);
        Result result = InstalledProgram.run(directory, Map.of(), List.of("amtool", "check-config", file.toString()));
        return result.exitCode() + "\n" + result.output();
    }

    /** An example begins with the sign and no blank; other comments have one. */
    private static String withExamples(String configuration) {
        return configuration.replaceAll("(?m)^( +)#(?=[a-z]| {2})", "$1");
    }

    @Test
    void ourReceiverSendsNothing() {
        JsonNode configuration = Stack.yaml(CONFIGURATION);

        assertThat(configuration.path("receivers"))
                .singleElement()
                .satisfies(receiver -> assertThat(Stack.texts(receiver)).containsExactly("name"));
        assertThat(configuration.has("global")).isFalse();
    }

    /**
     * For an hour, a third of the requests to one service and a tenth of those to another have been bad. Both burn
     * slowly, and the first also fast: it causes one message only.
     */
    @Test
    void aServiceThatBurnsFastIsToldOfOnce() throws IOException, InterruptedException {
        InstalledProgram.require("prometheus", "prometheus");
        Path data = figures();
        int port = FreePorts.next();
        try (Messages messages = new Messages();
                ServerProcess alertmanager = start(port, messages.address());
                PrometheusServer prometheus = PrometheusServer.start(FreePorts.next(), data, "127.0.0.1:" + port)) {
            assertThat(List.of(alertmanager, prometheus)).doesNotContainNull();

            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(alerts(port))
                            .extracting(
                                    alert -> alert.at("/labels/alertname").asText(),
                                    alert -> alert.at("/labels/service").asText(),
                                    alert -> alert.at("/status/state").asText())
                            .containsExactlyInAnyOrder(
                                    tuple(FAST, "token", "active"),
                                    tuple(SLOW, "token", "suppressed"),
                                    tuple(SLOW, "sign-in", "active")));
            await().atMost(Duration.ofMinutes(1)).until(() -> messages.arrived.size() >= 2);
            assertThat(messages.arrived)
                    .extracting(
                            message -> message.path("status").asText(),
                            message -> message.at("/groupLabels/alertname").asText(),
                            message -> message.at("/groupLabels/service").asText(),
                            message ->
                                    message.at("/alerts/0/annotations/runbook").asText())
                    .containsExactlyInAnyOrder(
                            tuple("firing", FAST, "token", "docs/runbooks/token.md"),
                            tuple("firing", SLOW, "sign-in", "docs/runbooks/sign-in.md"));
        }
    }

    private static List<JsonNode> alerts(int port) throws IOException, InterruptedException {
        URI address = URI.create("http://127.0.0.1:" + port + "/api/v2/alerts");
        String answer = HTTP.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
                .body();
        return StreamSupport.stream(AdminHttp.parse(answer).spliterator(), false)
                .toList();
    }

    /** Starts it with the options of compose.yaml and the web hook of the examples. Waits of minutes last a second. */
    private static ServerProcess start(int port, URI receiver) throws IOException {
        Files.writeString(
                directory.resolve(CONFIGURATION.getFileName()),
                withExamples(Files.readString(CONFIGURATION))
                        .replaceAll("(?s)    email_configs:.*", "")
                        .replaceAll("(group_wait|group_interval): \\w+", "$1: 1s")
                        .replaceAll("https://chat\\S+", receiver.toString()));
        List<String> command = new ArrayList<>(List.of(PACKAGE, "--web.listen-address=127.0.0.1:" + port));
        Stack.texts(Stack.service("alertmanager").path("command"))
                .forEach(option -> command.add(option.replace("=/etc/alertmanager", "=" + directory)
                        .replace("=/alertmanager", "=" + directory.resolve("data-" + port))));
        URI ready = URI.create("http://127.0.0.1:" + port + "/-/ready");
        return ServerProcess.start(command, directory.resolve("alertmanager.log"), ready);
    }

    /** An hour of a server, as Prometheus stores it. */
    private static Path figures() throws IOException, InterruptedException {
        StringBuilder page = new StringBuilder("# TYPE keycloak_request_duration_seconds histogram\n");
        long now = Instant.now().getEpochSecond();
        bad(page, now, "/realms/{realm}/protocol/{protocol}/token", 20, 10);
        bad(page, now, "/realms/{realm}/protocol/{protocol}/auth", 27, 3);
        Path text = Files.writeString(directory.resolve("figures.txt"), page.append("# EOF\n"));
        Path data = directory.resolve("figures");
        FileTree.delete(data);
        Result blocks = InstalledProgram.run(
                directory,
                Map.of(),
                List.of("promtool", "tsdb", "create-blocks-from", "openmetrics", text.toString(), data.toString()));
        assertThat(blocks.exitCode()).as(blocks.output()).isZero();
        return data;
    }

    /** Appends counters of these numbers of requests every 15 seconds. */
    private static void bad(StringBuilder page, long now, String uri, int good, int errors) {
        for (String outcome : List.of("SUCCESS", "SERVER_ERROR")) {
            for (String series : List.of("bucket{le=\"1.0\",", "bucket{le=\"+Inf\",", "count{")) {
                for (int i = 0; i <= 240; i++) {
                    page.append("keycloak_request_duration_seconds_")
                            .append(series)
                            .append("uri=\"" + uri + "\",method=\"POST\",outcome=\"" + outcome + "\"} ")
                            .append(i * (outcome.equals("SUCCESS") ? good : errors))
                            .append(" " + (now - 3600 + i * 15L) + "\n");
                }
            }
        }
    }

    /** The end that a web hook calls. */
    private static final class Messages implements AutoCloseable {

        private final Queue<JsonNode> arrived = new ConcurrentLinkedQueue<>();
        private final HttpServer http;

        private Messages() throws IOException {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            http.createContext("/", exchange -> {
                try (exchange) {
                    arrived.add(AdminHttp.JSON.readTree(exchange.getRequestBody()));
                    exchange.sendResponseHeaders(200, -1);
                }
            });
            http.start();
        }

        private URI address() {
            return URI.create("http://localhost:" + http.getAddress().getPort());
        }

        @Override
        public void close() {
            http.stop(0);
        }
    }
}
