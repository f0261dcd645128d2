// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.server.EmbeddedDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@OnSharedServer
class ServerIT {

    private final HttpClient http =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();

    @Test
    void keycloakStartsWithOurJarAndIsReady(SharedServer server) {
        assertThat(server.keycloak().isReady()).isTrue();
        assertThat(server.admin().get("/admin/realms/master").path("realm").asText())
                .isEqualTo("master");
    }

    @Test
    void adminConsoleAnswers(SharedServer server) throws IOException, InterruptedException {
        URI console = server.keycloak().baseUrl().resolve("/admin/master/console/");

        var answer = http.send(HttpRequest.newBuilder(console).build(), BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("<title>");
    }

    /** Any figure would be a lie otherwise. What only tests write may be with the operating system for a while. */
    @ParameterizedTest
    @CsvSource({"fsync, off", "synchronous_commit, on", "full_page_writes, on"})
    void postgresWritesSafely_butForTests(String setting, String forTests, SharedServer server) throws SQLException {
        try (EmbeddedDatabase database = EmbeddedDatabase.startTemporary()) {
            assertThat(setting(database, "postgres", setting)).isEqualTo("on");
        }
        assertThat(setting(server.database(), "keycloak", setting)).isEqualTo(forTests);
    }

    private static String setting(EmbeddedDatabase server, String database, String setting) throws SQLException {
        try (Connection connection = server.connect(database);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SHOW " + setting)) {
            assertThat(result.next()).isTrue();
            return result.getString(1);
        }
    }
}
