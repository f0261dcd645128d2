// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.FreePorts;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;
import io.keylift.it.server.TestDatabase;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A realm works without our JARs, and again with them: first together with a node that has them, as during a rolling
 * installation, then alone.
 */
@Tag("soak-without-jars")
@Tag("soak-only")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class WithoutJarsIT {

    private static EmbeddedDatabase database;
    private static KeycloakServer with;
    private static KeycloakServer without;
    private static PopulatedRealm realm;
    private static JsonNode job;
    private static JsonNode assigned;

    @BeforeAll
    static void start() throws IOException {
        database = TestDatabase.start();
        with = settings().start();
        without = settings().onlyProviders().prepare();
        realm = new PopulatedRealm(with);
    }

    private static ServerSettings settings() {
        return KeycloakServer.on(database)
                .option("cache", "ispn")
                .option("cache-embedded-network-bind-address", "127.0.0.1")
                .option("cache-embedded-network-bind-port", Integer.toString(FreePorts.next()))
                .maxHeap("512m");
    }

    @AfterAll
    static void stop() {
        if (without != null) {
            without.close();
        }
        if (with != null) {
            with.close();
        }
        database.close();
    }

    private static String assignments() {
        return "capabilities/roles/" + realm.get(with, "roles/clerk").get("id").asText();
    }

    @Test
    @Order(1)
    void withOurJarsAllIsThere() throws Exception {
        assertServesAll("hank-1");
        job = realm.get(with, "bulk-import/jobs/hank");
        assigned = realm.get(with, assignments());
    }

    private static void assertServesAll(String username) throws Exception {
        assertThat(realm.claims(with, username).get("capabilities"))
                .extracting(JsonNode::asText)
                .containsExactly("orders.view");
        for (String resource : List.of(PopulatedRealm.ORDERS, PopulatedRealm.LOBBY)) {
            assertThat(realm.decision(with, username, resource).statusCode())
                    .as(resource)
                    .isEqualTo(200);
        }
        assertThat(realm.console(with).body()).contains("/admin/keylift/");
        assertThat(realm.status(with, "request-timings")).isEqualTo(200);
    }

    @Test
    @Order(2)
    void aNodeWithoutThemJoinsAndServesWhatTheOtherImports() throws Exception {
        without.start();
        assertServesWithoutThem("hank-1");

        realm.imported(with, "later", 1, 10);
        assertServesWithoutThem("later-1");
        assertServesAll("later-1");

        String id = realm.userId(without, "later-1");
        realm.send(without, "PUT", "users/" + id, Map.of("firstName", "Changed"));
        assertThat(realm.get(with, "users/" + id).get("firstName").asText()).isEqualTo("Changed");
    }

    /** Asserts the behavior of a node without our JARs. */
    private static void assertServesWithoutThem(String username) throws Exception {
        JsonNode claims = realm.claims(without, username);
        assertThat(claims.get("preferred_username").asText()).isEqualTo(username);
        assertThat(claims.at("/realm_access/roles").toString()).contains("clerk");
        assertThat(claims.has("capabilities"))
                .as("a claim of an unknown mapper")
                .isFalse();
        HttpResponse<String> decision = realm.decision(without, username, PopulatedRealm.ORDERS);
        assertThat(decision.statusCode()).as("a policy of an unknown type").isEqualTo(500);
        assertThat(decision.body()).contains("\"error\":\"server_error\"");
        assertThat(realm.decision(without, username, PopulatedRealm.LOBBY).statusCode())
                .isEqualTo(200);
        assertThat(realm.console(without).statusCode()).isEqualTo(200);
        assertThat(realm.console(without).body()).doesNotContain("/admin/keylift/");
        for (String call : List.of("bulk-import/kinds", "bulk-import/jobs", "capabilities", "request-timings")) {
            assertThat(realm.status(without, call)).as(call).isEqualTo(404);
        }
    }

    @Test
    @Order(3)
    void theRealmLivesOnWhereNoNodeHasThem() throws Exception {
        with.stop();
        without.stop();
        without.start();

        assertServesWithoutThem("hank-2");
        realm.send(without, "DELETE", "roles/short-lived", null);
        realm.send(without, "DELETE", "users/" + realm.userId(without, "hank-3"), null);
        realm.send(without, "POST", "users", Map.of("username", "made-without", "enabled", true));
        realm.send(without, "PUT", "", Map.of("realm", PopulatedRealm.NAME, "displayName", "Populated"));
    }

    @Test
    @Order(4)
    void withThemAgainAllIsAsItWas() throws Exception {
        without.stop();
        with.start();

        assertServesAll("hank-2");
        assertThat(realm.get(with, "bulk-import/jobs/hank")).isEqualTo(job);
        assertThat(realm.get(with, assignments())).isEqualTo(assigned);
        assertThat(realm.imported(with, "hank", 1, PopulatedRealm.USERS)
                        .get("added")
                        .asInt())
                .as("a finished job, sent again")
                .isEqualTo(PopulatedRealm.USERS);
        assertThat(realm.get(with, "users?exact=true&username=hank-3")).isEmpty();
        try (Sql sql = new Sql(database)) {
            assertThat(sql.number("select count(*) from keylift_capability_holder"))
                    .as("roles with capabilities, without the one that was removed meanwhile")
                    .isEqualTo(1);
        }
        assertThat(realm.imported(with, "again", 1, 10).get("added").asInt()).isEqualTo(10);
        assertServesAll("again-1");
    }
}
