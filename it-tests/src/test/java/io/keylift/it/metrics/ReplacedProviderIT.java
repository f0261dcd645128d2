// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.DedicatedServer;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A server where another JAR replaces our provider of database connections. It has neither metrics nor traces, so that
 * endpoints have no names, and no management interface.
 */
@SecondTier
class ReplacedProviderIT {

    private static final String SPI = "org.keycloak.connections.jpa.JpaConnectionProviderFactory";
    private static final String FOREIGN = "io.keylift.example.observer.ForeignDatabaseFactory";

    private static final Path RECORD = Workspace.directory("requests").resolve("stand-ins.ndjson");

    @AutoClose
    private static DedicatedServer server;

    private static AdminHttp admin;

    @BeforeAll
    static void start() throws IOException {
        Path announcement = announcement();
        server = DedicatedServer.start(settings -> settings.provider(MeteredServer.examples())
                .provider(announcement)
                .buildOption("health-enabled", "false")
                .buildOption("metrics-enabled", "false")
                .maxHeap("512m")
                .option("spi-keylift-request-observer--recording--file", RECORD.toString()));
        admin = AdminHttp.master(server.keycloak().baseUrl());
        // Without health checks it may answer before its administrator is there.
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> !admin.token().isEmpty());
    }

    @Test
    void aServerWithAnothersConnectionsServesAndWarnsOnce() throws IOException {
        admin.get("/admin/realms/master/users");

        await().untilAsserted(() -> assertThat(Files.readAllLines(RECORD))
                .map(AdminHttp::parse)
                .filteredOn(request -> request.path("clientId").asText().equals("admin-cli"))
                .anySatisfy(request -> {
                    assertThat(request.get("method").asText()).isEqualTo("GET");
                    assertThat(request.get("uri").asText()).isEqualTo("UNKNOWN");
                    assertThat(request.get("realm").asText()).isEqualTo("master");
                    assertThat(request.get("sql").asLong()).isZero();
                    assertThat(request.get("nanos").asLong()).isPositive();
                }));
        assertThat(Files.readAllLines(server.keycloak().log()))
                .filteredOn(line -> line.contains("so Keylift does not measure database times"))
                .singleElement()
                .asString()
                .contains(FOREIGN);
    }

    @Test
    void withoutAManagementInterfaceTheAdminApiHasTheTimings() {
        await().until(() -> !admin.get("/admin/realms/master/request-timings")
                .get("endpoints")
                .isEmpty());

        JsonNode timings = admin.get("/admin/realms/master/request-timings");
        assertThat(timings.at("/endpoints/0/uri").asText()).isEqualTo("UNKNOWN");
        assertThat(timings.at("/endpoints/0/count").asInt()).isPositive();
        HttpRequest onThePort = HttpRequest.newBuilder(
                        server.keycloak().managementUrl().resolve("/request-timings"))
                .build();
        assertThatThrownBy(() -> HttpClient.newHttpClient().send(onThePort, BodyHandlers.discarding()))
                .isInstanceOf(ConnectException.class);
    }

    /** A JAR that makes the factory known which the examples have. */
    private static Path announcement() throws IOException {
        Path jar = Workspace.directory("example").resolve("foreign-database.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            JarEntry services = new JarEntry("META-INF/services/" + SPI);
            // A server is built for each content, so the bytes must not depend on the time.
            services.setLastModifiedTime(FileTime.from(Instant.EPOCH));
            out.putNextEntry(services);
            out.write(FOREIGN.getBytes(StandardCharsets.US_ASCII));
            out.closeEntry();
        }
        return jar;
    }
}
