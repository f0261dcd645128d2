// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;

/** Another JAR stands where our provider of database connections would, and there are neither metrics nor traces, so that endpoints have no names. */
class StandInsIT {

    private static final String SPI = "org.keycloak.connections.jpa.JpaConnectionProviderFactory";
    private static final String FOREIGN = "io.keylift.example.observer.ForeignDatabaseFactory";

    @Test
    void aServerWithAnothersConnectionsServesAndWarnsOnce() throws IOException {
        Path record = Workspace.directory("requests").resolve("stand-ins.ndjson");
        try (EmbeddedDatabase database = TestDatabase.start();
                KeycloakServer keycloak = KeycloakServer.on(database)
                        .provider(MeteredServer.examples())
                        .provider(announcement())
                        .buildOption("metrics-enabled", "false")
                        .maxHeap("512m")
                        .option("spi-request-observer--recording--file", record.toString())
                        .start()) {
            AdminHttp.master(keycloak.baseUrl()).get("/admin/realms/master/users");
            await().until(() -> Files.readAllLines(record).size() >= 2);

            JsonNode users = AdminHttp.parse(Files.readAllLines(record).get(1));
            assertThat(users.get("uri").asText()).isEqualTo("UNKNOWN");
            assertThat(users.get("realm").asText()).isEqualTo("master");
            assertThat(users.get("sql").asLong()).isZero();
            assertThat(users.get("nanos").asLong()).isPositive();
            assertThat(Files.readAllLines(keycloak.log()))
                    .filteredOn(line -> line.contains("the server goes on without the times of the database"))
                    .singleElement()
                    .asString()
                    .contains(FOREIGN);
        }
    }

    /** A JAR that makes the factory known which the examples have. */
    private static Path announcement() throws IOException {
        Path jar = Workspace.directory("example").resolve("foreign-database.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            JarEntry services = new JarEntry("META-INF/services/" + SPI);
            // The same bytes every time: a server is built for each content.
            services.setLastModifiedTime(FileTime.from(Instant.EPOCH));
            out.putNextEntry(services);
            out.write(FOREIGN.getBytes(StandardCharsets.US_ASCII));
            out.closeEntry();
        }
        return jar;
    }
}
