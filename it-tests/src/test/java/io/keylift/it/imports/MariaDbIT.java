// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.keylift.it.server.EmbeddedMariaDb;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Keycloak on MariaDB, which keeps each transaction's view of the data until its end. */
@Tag("soak-mariadb")
class MariaDbIT extends OtherDatabaseJobs {

    private EmbeddedMariaDb database;
    private ImportClient plain;

    @Override
    ServerSettings settings() {
        assumeTrue(EmbeddedMariaDb.isAvailable(), "There are no binaries of MariaDB for this platform");
        database = EmbeddedMariaDb.startTemporary();
        return KeycloakServer.on(database);
    }

    /** After Keycloak: JUnit calls what a subclass has first, so this does both. */
    @AfterAll
    @Override
    void stopKeycloak() {
        super.stopKeycloak();
        if (database != null) {
            database.close();
        }
    }

    @Override
    int mayLose() {
        return 0;
    }

    private ImportClient plainRealm() {
        if (plain == null) {
            plain = plainRealm("plain");
        }
        return plain;
    }

    /** Keycloak's own look-up finds them, too: the Admin API answers 409. */
    @Test
    @Order(30)
    void namesThatTheDatabaseTakesForOneAreAConflict() throws IOException {
        ImportClient client = plainRealm();
        List<String> records = Stream.of("before", "Acme", "ACME", "Ácme", "after")
                .map(name -> "{\"name\":\"" + name + "\"}")
                .toList();
        HttpResponse<String> twice = admin().send("POST", "/admin/realms/plain/organizations", Map.of("name", "one"));
        HttpResponse<String> again = admin().send("POST", "/admin/realms/plain/organizations", Map.of("name", "ONE"));

        ImportAnswer together = client.post("organizations", records);
        ImportAnswer later = client.post("organizations?results=all&ifExists=overwrite", records);

        assertThat(List.of(twice.statusCode(), again.statusCode())).containsExactly(201, 409);
        assertThat(together.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(together.count("added")).isEqualTo(3);
        assertThat(together.rejects())
                .hasSize(2)
                .allMatch(reject -> reject.get("code").asText().equals("conflict"));
        assertThat(later.addsUp().outcomes().values())
                .containsExactly("skipped", "skipped", "conflict ", "conflict ", "skipped");
    }

    /** Keycloak's own look-up fails there: the Admin API answers 500. */
    @Test
    @Order(31)
    void charactersThatTheDatabaseCannotCompareConcernTheirRecordAlone() throws IOException {
        ImportClient client = plainRealm();

        ImportAnswer answer = client.post(
                "users?results=all",
                List.of(
                        "{\"username\":\"before\"}",
                        "{\"username\":\"group\",\"groups\":[\"/😀\"]}",
                        "{\"username\":\"role\",\"realmRoles\":[\"😀\",\"none\"]}",
                        "{\"username\":\"between\",\"realmRoles\":[\"offline_access\"]}",
                        "{\"username\":\"organization\",\"organizations\":[{\"alias\":\"😀\"}]}",
                        "{\"username\":\"after\"}"));

        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(answer.outcomes().values())
                .containsExactly(
                        "added",
                        "database_refused ",
                        "database_refused ",
                        "added",
                        "unknown_organization /organizations/0",
                        "added");
    }
}
