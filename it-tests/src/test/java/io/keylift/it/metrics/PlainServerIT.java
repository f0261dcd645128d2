// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A server with neither metrics nor traces: requests are timed for other observers, without the names of their endpoints. */
class PlainServerIT {

    @Test
    void withoutMetricsAndTracesRequestsAreTimedAllTheSame() throws IOException {
        Path record = Workspace.directory("requests").resolve("plain.ndjson");
        try (EmbeddedDatabase database = EmbeddedDatabase.startForTest();
                KeycloakServer keycloak = KeycloakServer.on(database)
                        .buildOption("metrics-enabled", "false")
                        .buildOption("spi-request-observer--throwing--enabled", "false")
                        .buildOption("spi-request-observer--blocking--enabled", "false")
                        .provider(MeteredServer.examples())
                        .maxHeap("512m")
                        .option("spi-request-observer--recording--file", record.toString())
                        .option("spi-request-observer--slow-request-log--threshold-millis", "0")
                        .start()) {
            AdminHttp admin = AdminHttp.master(keycloak.baseUrl());
            admin.get("/admin/realms/master/users");
            await().until(() -> Files.readAllLines(record).size() >= 2);

            JsonNode token = AdminHttp.parse(Files.readAllLines(record).get(0));
            assertThat(token.get("uri").asText()).isEqualTo("UNKNOWN");
            assertThat(token.get("realm").asText()).isEqualTo("master");
            assertThat(token.get("hash").asLong()).isPositive();
            assertThat(token.get("sql").asLong()).isPositive();
            String log = Files.readString(keycloak.log());
            assertThat(log).contains("Slow request POST UNKNOWN status=200 realm=master client=admin-cli");
            assertThat(log).doesNotContain("traceId=", "Request observer");
        }
    }
}
