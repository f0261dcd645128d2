// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.SecondTier;
import io.keylift.it.TestRealms;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Meters with the tag realm: their limit, and their removal with the realm. */
@SecondTier
@OnMeteredServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RealmMetersIT {

    private static final String EVENTS = "keycloak_admin_events_total";

    private MeteredServer server;

    @BeforeAll
    void server(MeteredServer metered) {
        server = metered;
    }

    @AfterEach
    void noRealms() {
        server.admin().get("/admin/realms").forEach(realm -> {
            String name = realm.get("realm").asText();
            if (!name.equals("master")) {
                server.admin().delete("/admin/realms/" + name);
            }
        });
    }

    @Test
    void adminEventsAreCountedWhenTheyAreCommitted() {
        realm("events");
        server.admin().post("/admin/realms/events/users", Map.of("username", "one"));
        server.admin().post("/admin/realms/events/users", Map.of("username", "two"));
        int conflict = server.admin()
                .send("POST", "/admin/realms/events/users", Map.of("username", "two"))
                .statusCode();

        int refusal = CommitRefusal.of(
                server.database(),
                "user_entity",
                () -> server.admin()
                        .send("POST", "/admin/realms/events/users", Map.of("username", "three"))
                        .statusCode());

        assertThat(conflict).isEqualTo(409);
        assertThat(refusal).isEqualTo(500);
        assertThat(server.metrics().byTags(EVENTS))
                .containsEntry(Map.of("realm", "events", "resource", "USER", "operation", "CREATE"), 2.0);
    }

    @Test
    void aRealmThatIsRemovedLeavesNoSeries() {
        realm("short-lived");
        server.admin().post("/admin/realms/short-lived/users", Map.of("username", "one"));
        server.settle();
        assertThat(series("short-lived")).isPositive();

        server.admin().delete("/admin/realms/short-lived");
        server.settle();

        assertThat(series("short-lived")).isZero();
    }

    @Test
    void aClientThatIsRemovedLeavesNoSeries() throws Exception {
        realm("of-client");
        server.admin()
                .post(
                        "/admin/realms/of-client/clients",
                        Map.of("clientId", "short-lived", "publicClient", true, "directAccessGrantsEnabled", true));
        HttpRequest token = HttpRequest.newBuilder(
                        server.keycloak().baseUrl().resolve("/realms/of-client/protocol/openid-connect/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("grant_type=password&client_id=short-lived&username=x&password=x"))
                .build();
        HttpClient.newHttpClient().send(token, BodyHandlers.discarding());
        server.settle();
        assertThat(ofClient("short-lived")).isPositive();

        String id = server.admin()
                .get("/admin/realms/of-client/clients?clientId=short-lived")
                .at("/0/id")
                .asText();
        server.admin().delete("/admin/realms/of-client/clients/" + id);
        server.settle();

        assertThat(ofClient("short-lived")).isZero();
        assertThat(ofClient("admin-cli")).isPositive();
    }

    private long ofClient(String client) {
        return Stream.of("keycloak_request", "db_client")
                .flatMap(prefix -> server.metrics().samples(prefix).stream())
                .filter(sample -> client.equals(sample.tags().get("client")))
                .count();
    }

    @Test
    void realmsBeyondTheLimitAreOne() {
        for (int i = 1; i <= 4; i++) {
            realm("many-" + i);
            server.admin().get("/admin/realms/many-" + i + "/users");
        }
        server.settle();

        assertThat(series("master")).isPositive();
        assertThat(series("many-1")).isPositive();
        assertThat(series("many-2")).isPositive();
        assertThat(series("many-3")).isZero();
        assertThat(series("many-4")).isZero();
        assertThat(series("other")).isPositive();
    }

    private void realm(String name) {
        TestRealms.create(server.admin(), name);
    }

    private long series(String realm) {
        return server.metrics().samples("keycloak_").stream()
                .filter(sample -> realm.equals(sample.tags().get("realm")))
                // Keycloak's own meters of users' events have a tag of that name, too.
                .filter(sample -> sample.name().startsWith("keycloak_request")
                        || sample.name().startsWith("keycloak_admin"))
                .count();
    }
}
