// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.imports.support.MetricsPage.Sample;
import io.keylift.it.imports.support.Sql;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Meters of a request that lasts longer than the time between two scrapes. */
@OnMeteredServer
class LongRequestIT {

    private static final String PHASE = "keycloak_request_phase_seconds";

    /** No other test calls it, so it has no series yet. */
    private static final String USERS_OF_A_ROLE = "/admin/realms/{realm}/roles/{role-name}/users";

    /** A counter that is born at its final value has no rate. */
    @Test
    void itsTimeBeginsAtZeroAndGrowsWhileItRunsAndCountsOnce(MeteredServer server) {
        server.admin().get("/admin/realms/master/users");
        assertThat(of(server, "_sum")).isEmpty();
        CompletableFuture<JsonNode> request;
        try (Sql sql = new Sql(server.database())) {
            sql.begin();
            sql.execute("lock table user_entity in access exclusive mode");
            request = CompletableFuture.supplyAsync(() -> server.admin().get("/admin/realms/master/roles/admin/users"));

            List<Sample> first = await().until(() -> of(server, "_sum"), found -> !found.isEmpty());
            assertThat(first)
                    .hasSize(15)
                    .allSatisfy(sample -> assertThat(sample.value()).isZero());
            double grown = await().until(() -> seconds(server), seconds -> seconds > 0);
            await().until(() -> seconds(server) > grown + 0.5);
            assertThat(of(server, "_count"))
                    .isNotEmpty()
                    .allSatisfy(sample -> assertThat(sample.value()).isZero());
            sql.rollback();
        }
        request.join();
        server.settle();

        JsonNode ended = server.requests("GET", USERS_OF_A_ROLE).get(0);
        assertThat(seconds(server)).isCloseTo(ended.get("nanos").asLong() / 1e9, within(1e-6));
        assertThat(of(server, "_count").stream()
                        .filter(sample -> sample.tags().get("phase").equals("sql"))
                        .mapToDouble(Sample::value)
                        .sum())
                .isEqualTo(1);
    }

    private static double seconds(MeteredServer server) {
        return of(server, "_sum").stream().mapToDouble(Sample::value).sum();
    }

    private static List<Sample> of(MeteredServer server, String figure) {
        return server.metrics().samples(PHASE + figure).stream()
                .filter(sample -> USERS_OF_A_ROLE.equals(sample.tags().get("uri")))
                .toList();
    }
}
