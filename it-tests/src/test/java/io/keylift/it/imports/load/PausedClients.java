// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.ImportedRows;
import io.keylift.it.imports.support.MetricsPage;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Imports into one realm whose clients pause, and the server's connections to its database meanwhile. */
final class PausedClients implements AutoCloseable {

    private final KeycloakServer keycloak;
    private final ImportClient client;
    private final Sql sql;
    private final MetricsPage metrics;
    private final Callers callers;
    private final List<PausedImport> paused = new ArrayList<>();

    PausedClients(KeycloakServer keycloak, ImportClient client, Sql sql) {
        this.keycloak = keycloak;
        this.client = client;
        this.sql = sql;
        metrics = new MetricsPage(keycloak);
        callers = new Callers(keycloak, client.admin(), client.realm());
    }

    /** Opens an import, whose client pauses at this place, and waits until the server has it. */
    void pause(PausedImport.Place place, String name) throws IOException {
        paused.add(place.open(client, name + "-" + place.ordinal()));
        Map<String, String> port =
                Map.of("server_port", Integer.toString(keycloak.baseUrl().getPort()), "url_scheme", "http");
        await().untilAsserted(() -> assertThat(metrics.byTags("http_server_active_requests"))
                .as("requests under way")
                .containsEntry(port, (double) paused.size()));
    }

    int count() {
        return paused.size();
    }

    /** Creates a user by the Admin API, who then signs in. */
    void workMeanwhile(String user) {
        callers.create(user);
        assertThat(callers.signIn(user).token()).isNotBlank();
    }

    void assertNoConnectionIsHeld() {
        await().untilAsserted(() -> {
            assertThat(metrics.byTags("agroal_active_count"))
                    .as("connections that the pool has handed out")
                    .isEqualTo(Map.of(Map.of("datasource", "default"), 0.0));
            assertThat(connections("state <> 'idle'"))
                    .as("connections with a statement or a transaction")
                    .isZero();
        });
    }

    /** Keycloak's own connections to the database that meet a condition on {@code pg_stat_activity}. */
    long connections(String condition) {
        return sql.number("select count(*) from pg_stat_activity"
                + " where datname = current_database() and backend_type = 'client backend' and application_name <> '"
                + EmbeddedDatabase.OWN_CONNECTIONS + "' and " + condition);
    }

    /** Lets the clients send what is left. */
    void assertAllIsAddedInTheEnd() throws IOException {
        ImportedRows rows = new ImportedRows(sql, client.realm());
        for (PausedImport one : paused) {
            ImportAnswer answer = one.finish();
            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(answer.count("added")).isEqualTo(PausedImport.USERS);
            assertThat(rows.users(one.job() + "-")).hasSize(PausedImport.USERS);
        }
    }

    /** Ends the imports. */
    @Override
    public void close() throws IOException {
        for (PausedImport one : paused) {
            one.close();
        }
        paused.clear();
    }
}
