// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.browser.Browser;
import io.keylift.it.browser.Picture;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.observability.StoredTraces;
import io.keylift.it.observability.TraceBackend;
import io.keylift.it.server.FreePorts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The traces that a real trace backend has received from a server, read by the backend's API. */
@SecondTier
@OnMeteredServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TraceBackendIT {

    private static final String TOKEN = "/realms/{realm}/protocol/{protocol}/token";

    private MeteredServer server;
    private TraceBackend backend;
    private StoredTraces traces;

    @BeforeAll
    void backend(MeteredServer metered) {
        server = metered;
        backend = TraceBackend.start(FreePorts.next());
        traces = new StoredTraces(backend.address());
        server.traces().shareWith(backend::store);
    }

    @AfterAll
    void end() {
        server.traces().shareWith(exported -> {});
        backend.close();
    }

    @Test
    void theServersSpanOfATokenRequestSaysWhereTheTimeWent() {
        AdminHttp.master(server.keycloak().baseUrl()).token();

        JsonNode span = spanOfATokenRequest();
        JsonNode tags = span.path("tags");
        assertThat(tags.path("kc.realmName").asText()).isEqualTo("master");
        assertThat(tags.path("kc.clientId").asText()).isEqualTo("admin-cli");
        assertThat(tags.path("keycloak.request.sql.statements").asInt()).isPositive();
        assertThat(tags.path("keycloak.request.phase.hash").asDouble()).isPositive();
        assertThat(span.at("/localEndpoint/serviceName").asText()).isEqualTo("keycloak");
    }

    /** A backend that compares texts only, such as Jaeger, cannot find "more than 50 ms in a phase". */
    @Test
    void aTraceIsFoundByItsLongestPhase() {
        AdminHttp.master(server.keycloak().baseUrl()).token();
        JsonNode tags = spanOfATokenRequest().path("tags");
        String longest = tags.path("keycloak.request.phase.longest").asText();

        List<JsonNode> found = traces.latest("keycloak.request.phase.longest=" + longest);

        double seconds = tags.path("keycloak.request.phase." + longest).asDouble();
        assertThat(Stream.of("queue", "pool_wait", "sql", "commit", "hash", "infinispan", "cpu", "rest"))
                .isNotEmpty()
                .allSatisfy(phase -> assertThat(
                                tags.path("keycloak.request.phase." + phase).asDouble())
                        .isLessThanOrEqualTo(seconds));
        assertThat(found)
                .anySatisfy(span -> assertThat(
                                span.at("/tags/keycloak.request.phase.longest").asText())
                        .isEqualTo(longest));
    }

    private JsonNode spanOfATokenRequest() {
        return traces.latest("keycloak.request.endpoint=" + TOKEN).stream()
                .filter(found -> found.path("kind").asText().equals("SERVER"))
                .filter(found ->
                        found.at("/tags/keycloak.request.endpoint").asText().equals(TOKEN))
                .findAny()
                .orElseThrow();
    }

    @Test
    void thePictureIsTaken() throws IOException {
        try (Browser browser = Browser.start()) {
            // The first ones load classes.
            for (int i = 0; i < 10; i++) {
                AdminHttp.master(server.keycloak().baseUrl()).token();
            }
            String trace = spanOfATokenRequest().path("traceId").asText();
            Picture.TRACE.prepare(browser);
            browser.open(backend.address().resolve("/zipkin/traces/" + trace), "keycloak.request.phase.");
            Picture.TRACE.take(browser);
        }
    }

    @Test
    void anImportShowsItsJobItsChunksAndTheirStatements() throws IOException {
        server.admin().stream(
                "/admin/realms/master/bulk-import/users?job=traced&chunkSize=1",
                "application/x-ndjson",
                out -> out.write(
                        "{\"username\":\"traced-1\"}\n{\"username\":\"traced-2\"}\n".getBytes(StandardCharsets.UTF_8)),
                line -> {});

        List<JsonNode> trace = traces.latest("keylift.import.job=traced");
        JsonNode job = trace.stream()
                .filter(span -> span.path("name").asText().equals("bulk-import users"))
                .findAny()
                .orElseThrow();
        List<JsonNode> chunks = childrenOf(job, trace);
        assertThat(chunks)
                .hasSize(2)
                .allSatisfy(chunk -> assertThat(chunk.path("name").asText()).isEqualTo("bulk-import chunk"))
                .allSatisfy(chunk -> assertThat(childrenOf(chunk, trace))
                        .anySatisfy(statement -> assertThat(statement
                                                .at("/tags/db.statement")
                                                .asText()
                                        + statement.at("/tags/db.query.text").asText())
                                .containsIgnoringCase("insert into user_entity")));
    }

    private static List<JsonNode> childrenOf(JsonNode parent, List<JsonNode> trace) {
        return trace.stream()
                .filter(span -> span.path("parentId").equals(parent.path("id")))
                .toList();
    }
}
