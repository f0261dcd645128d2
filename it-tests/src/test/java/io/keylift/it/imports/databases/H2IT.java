// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.SecondTier;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Keycloak with {@code start-dev} and the default database. */
@SecondTier
@Tag("soak-h2")
@Order(1)
class H2IT extends OtherDatabaseJobs {

    @Override
    public ServerSettings settings() {
        return KeycloakServer.inDevelopment();
    }

    @Test
    @Order(2)
    void requestsAreTimed() {
        admin().post("/admin/realms/master/groups", Map.of("name", "timed"));

        await().untilAsserted(() -> assertThat(
                        admin().get("/admin/realms/master/request-timings").path("endpoints"))
                .filteredOn(endpoint -> endpoint.path("method").asText().equals("POST"))
                .filteredOn(endpoint -> endpoint.path("uri").asText().equals("/admin/realms/{realm}/groups"))
                .singleElement()
                .satisfies(endpoint -> {
                    assertThat(endpoint.path("statements").asDouble()).isPositive();
                    assertThat(endpoint.at("/phases/sql").asDouble()).isPositive();
                    assertThat(endpoint.at("/phases/commit").asDouble()).isPositive();
                }));
    }

    /** H2 is for development only. The soak tests each kind. */
    @Override
    int everyKind() {
        return EVERY;
    }

    /** All of them: it writes to its file twice a second. */
    @Override
    public int mayLose() {
        return 8;
    }
}
