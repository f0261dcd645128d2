// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.capabilities.CapabilityRealm;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.removal.ReferencedObjects;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.StoredSecretsKey;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.imports.undo.UndoneRemovals;
import io.keylift.it.server.EmbeddedMariaDb;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Keycloak on MariaDB. By default, its transactions read from a snapshot and lock rows that are not in the snapshot.
 */
@SecondTier
@Tag("soak-mariadb")
@Order(2)
class MariaDbIT extends OtherDatabaseJobs {

    private static final int ROUNDS = 15;

    /** Users of one role and one group. */
    private static final int MANY = 2000;

    private static final Map<String, List<String>> ALSO_REMOVED =
            Map.of("roles", List.of("{name:'many'}"), "groups", List.of("{path:'/many'}"));

    private EmbeddedMariaDb database;
    private ImportClient plain;

    @Override
    public ServerSettings settings() {
        assumeTrue(EmbeddedMariaDb.isAvailable(), "There are no binaries of MariaDB for this platform");
        database = EmbeddedMariaDb.startTemporary();
        return KeycloakServer.on(database).option(StoredSecretsKey.OPTION, StoredSecretsKey.file("mariadb-key"));
    }

    /** After Keycloak: JUnit calls what a subclass has first, so this does both. */
    @AfterAll
    @Override
    public void stopKeycloak() {
        super.stopKeycloak();
        if (database != null) {
            database.close();
        }
    }

    @Override
    public int mayLose() {
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

    /** Each is in the transaction that waits for the other: what is read under a lock is not older than the lock. */
    @Test
    @Order(32)
    void ofTwoReplacementsOfWhatARoleHasOneIsLeft() throws Exception {
        plainRealm();
        CapabilityRealm realm = new CapabilityRealm(admin(), "plain");
        realm.source("replacing", List.of("left.view", "right.view"), Map.of());
        String role = realm.role("replaced");
        for (int round = 0; round < ROUNDS; round++) {
            realm.assign(role);
            CompletableFuture<Void> left = CompletableFuture.runAsync(() -> realm.assign(role, "left.view"));
            realm.assign(role, "right.view");
            left.get();
            assertThat(realm.assigned(role)).as("Round " + round).hasSize(1);
        }
    }

    @Test
    @Order(33)
    void aManifestChangesTheCaseOfANameAndIsToldOfTwoThatAreOne() {
        plainRealm();
        CapabilityRealm realm = new CapabilityRealm(admin(), "plain");
        realm.source("cases", List.of("Cased"), Map.of());
        String role = realm.role("cased");
        realm.assign(role, "Cased");
        Map<String, Object> renamed = Map.of("name", "cased", "replaces", List.of("Cased"));

        JsonNode answer = realm.source("cases", Map.of("capabilities", List.of(renamed)));
        HttpResponse<String> twice = realm.send(
                "PUT",
                "capabilities/sources/cases",
                Map.of(
                        "capabilities",
                        List.of(renamed),
                        "sets",
                        List.of(Map.of("name", "some", "members", List.of("a", "A")))));

        assertThat(answer.get("assignmentsMoved").asInt()).isEqualTo(1);
        assertThat(realm.assigned(role)).containsExactly("cased");
        assertThat(twice.statusCode()).as(twice.body()).isEqualTo(409);
        assertThat(AdminHttp.parse(twice.body()).at("/params/0").asText()).isEqualTo("conflict");
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

    /**
     * Names, types and lists of values are not PostgreSQL's. The removed users are more than one list has. This test
     * reads all tables again and again, so it comes first, while they have few rows.
     */
    @Test
    @Order(-2)
    void law15_allRowsOfRemovedObjectsComeBackAsTheyWere() throws IOException {
        TwinRealm realm = ReferencedObjects.realm(admin(), "undone-rows");
        ReferencedObjects.load(realm, "roles", "{name:'many'}");
        ReferencedObjects.load(realm, "groups", "{path:'/many'}");
        ReferencedObjects.load(
                realm,
                "users",
                IntStream.range(0, MANY)
                        .mapToObj(i -> "{username:'of-many-" + i + "',realmRoles:['many'],groups:['/many']}")
                        .toArray(String[]::new));
        // The database takes it for the alias of the identity provider, with which Keycloak removes it.
        execute("update FEDERATED_IDENTITY set IDENTITY_PROVIDER = 'DOOMED' where IDENTITY_PROVIDER = 'doomed'"
                + " and FEDERATED_USER_ID = '3'");
        UndoneRemovals removals = new UndoneRemovals(database, realm);
        for (Map.Entry<KindContract, List<String>> kind : ReferencedObjects.REMOVED.entrySet()) {
            List<String> records = new ArrayList<>(kind.getValue());
            records.addAll(ALSO_REMOVED.getOrDefault(kind.getKey().kind(), List.of()));
            removals.remove(kind.getKey().kind(), records);
        }

        removals.undo();
    }

    /** The permission goes with its resource; its unique name is taken in the collation's sense. */
    @Test
    @Order(-1)
    void law15_aRowWhoseNameIsTakenMeanwhileStaysAway() throws IOException {
        TwinRealm realm = ReferencedObjects.realm(admin(), "undone-taken");
        String server = realm.path("clients/" + realm.clientId("vault") + "/authz/resource-server/");
        realm.admin().post(server + "permission/resource", Map.of("name", "of-doomed", "resources", List.of("doomed")));
        UndoneRemovals removals = new UndoneRemovals(database, realm);
        removals.remove("resources", List.of("{client:'vault',name:'doomed'}"));
        realm.admin()
                .post(
                        server + "policy/client",
                        Map.of("name", "OF-DOOMED", "clients", List.of(realm.clientId("shop"))));

        removals.undoLast();

        assertThat(realm.admin().get(server + "policy?name=of-doomed").findValuesAsText("name"))
                .containsExactly("OF-DOOMED");
        assertThat(realm.admin().get(server + "resource?name=doomed")).hasSize(1);
    }

    private void execute(String statement) {
        ask(sql -> {
            sql.execute(statement);
            return null;
        });
    }
}
