// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SecondTier;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.FreePorts;
import io.keylift.it.server.HaProxy;
import io.keylift.it.server.HaProxy.Backend;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The load balancer of compose.yaml in front of a real server, which acts as both nodes. */
@SecondTier
@OnSharedServer
class BalancerIT {

    private static final String COOKIE = "KEYLIFT_NODE";

    /** A client that requests HTTP/2. */
    private final HttpClient http = HttpClient.newHttpClient();

    private static HaProxy start(Backend first, Backend second) throws IOException, InterruptedException {
        InstalledProgram.require("haproxy", "haproxy");
        return HaProxy.start(Workspace.directory("stack"), first, second);
    }

    @Test
    void theConfigurationIsValid() throws IOException, InterruptedException {
        InstalledProgram.require("haproxy", "haproxy");

        InstalledProgram.Result check = InstalledProgram.run(
                Stack.CONF, Map.of(), List.of(HaProxy.program(), "-c", "-f", HaProxy.CONFIGURATION.toString()));

        assertThat(check.exitCode()).as(check.output()).isZero();
    }

    @Test
    void aBrowserStaysWithANode_andAnotherGetsTheOther(SharedServer server) throws Exception {
        Backend node = Backend.of(server.keycloak());
        try (HaProxy balancer = start(node, node)) {
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(
                            () -> assertThat(nodes(balancer)).containsExactlyInAnyOrder("keycloak", "keycloak-2"));

            String met = node(get(balancer, "")).orElseThrow();
            for (int i = 0; i < 6; i++) {
                // A cookie that is right is not given again.
                assertThat(node(get(balancer, COOKIE + "=" + met))).isEmpty();
            }
            assertThat(node(get(balancer, COOKIE + "=another"))).isPresent();
        }
    }

    /** The nodes that browsers meet who have not been here before. */
    private Set<String> nodes(HaProxy balancer) throws IOException, InterruptedException {
        Set<String> nodes = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            nodes.add(node(get(balancer, "")).orElseThrow());
        }
        return nodes;
    }

    private static Optional<String> node(HttpResponse<String> answer) {
        return answer.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith(COOKIE + "="))
                .map(cookie -> cookie.substring(COOKIE.length() + 1, cookie.indexOf(';')))
                .findFirst();
    }

    private HttpResponse<String> get(HaProxy balancer, String cookie) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(balancer.baseUrl().resolve("/realms/master"));
        if (!cookie.isEmpty()) {
            request.header("Cookie", cookie);
        }
        HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer;
    }

    @Test
    void anImportPasses(SharedServer server) throws Exception {
        Backend node = Backend.of(server.keycloak());
        TestRealms.create(server.admin(), "balanced");
        try (HaProxy balancer = start(node, node)) {
            JsonNode summary = AdminHttp.master(balancer.baseUrl()).stream(
                    "/admin/realms/balanced/bulk-import/users",
                    "application/x-ndjson",
                    out -> {
                        for (int i = 0; i < 3000; i++) {
                            out.write(("{\"username\":\"balanced-" + i + "\"}\n").getBytes(StandardCharsets.UTF_8));
                        }
                    },
                    line -> {});

            assertThat(summary.path("status").asText()).isEqualTo("COMPLETED");
            assertThat(summary.path("added").asInt()).isEqualTo(3000);
        }
    }

    @Test
    void aNodeThatIsNotThereIsNotAsked(SharedServer server) throws Exception {
        Backend node = Backend.of(server.keycloak());
        Backend nobody = new Backend(FreePorts.next(), node.healthPort());
        try (HaProxy balancer = start(node, nobody)) {
            assertThat(nodes(balancer)).containsExactly("keycloak");
        }
    }

    /** A request that may have changed data is not repeated. */
    @Test
    void whatReadsIsAskedOfTheOtherNodeWhenOneGoesBeforeItAnswers(SharedServer server) throws Exception {
        Backend node = Backend.of(server.keycloak());
        try (DyingNode dying = new DyingNode();
                HaProxy balancer = start(new Backend(dying.port(), node.healthPort()), node)) {
            get(balancer, COOKIE + "=keycloak");
            assertThat(dying.methods()).containsOnly("GET");

            HttpRequest writing = HttpRequest.newBuilder(
                            balancer.baseUrl().resolve("/realms/master/protocol/openid-connect/token"))
                    .header("Cookie", COOKIE + "=keycloak")
                    .POST(BodyPublishers.ofString("grant_type=password"))
                    .build();
            // On a connection that has had an answer, HAProxy leaves it to the client to send a request again.
            HttpResponse<Void> refused = HttpClient.newHttpClient().send(writing, BodyHandlers.discarding());
            assertThat(refused.statusCode()).isEqualTo(502);
            assertThat(dying.methods()).containsOnlyOnce("POST");
        }
    }

    @Test
    void withoutANodeItIsNotHealthy(SharedServer server) throws Exception {
        int port = server.keycloak().baseUrl().getPort();
        // The main port does not know of health: no node is ready.
        Backend node = new Backend(port, port);
        try (HaProxy balancer = start(node, node)) {
            await().atMost(Duration.ofSeconds(20)).until(() -> balancer.health() == 503);
        }
    }
}
