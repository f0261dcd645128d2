// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.IdOccurrences;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Imported data is removed like data that Keycloak created: through the Admin API, without leftovers, and it can be
 * imported again.
 */
@OnSharedServer
class EndedByKeycloakIT {

    private static final String NAME = "ended-by-keycloak";

    private static TwinRealm realm;

    @BeforeAll
    static void importEverything(SharedServer server) throws IOException {
        realm = TwinRealm.create(server, NAME, Map.of());
        assertThat(importAll("fail")).isGreaterThan(25);
    }

    /**
     * Something to end.
     *
     * @param collection path of all things of its sort
     * @param rows the tables with rows that are to go with it, and the column that names it there
     */
    private record Ending(String collection, String name, Map<String, String> rows) {

        String id() {
            return switch (collection) {
                case "users" -> realm.userId(name);
                case "clients" -> realm.clientId(name);
                case "organizations" -> realm.organizationId(name);
                default ->
                    realm.admin().get(realm.path(collection())).at("/0/id").asText();
            };
        }

        /** Ids of the thing and of what has to go with it. */
        Set<String> ids(RealmRows rows, String id) {
            Set<String> ids = new HashSet<>(Set.of(id));
            this.rows.forEach((table, column) -> {
                Set<String> found = EndedByKeycloakIT.ids(rows.of(table), row -> id.equals(row.get(column)));
                assertThat(found).as("ids of %s", table).isNotEmpty();
                ids.addAll(found);
            });
            return ids;
        }
    }

    static Stream<Named<Ending>> endings() {
        String acme = "organizations/" + realm.organizationId("acme") + "/groups";
        return Stream.of(
                        new Ending(
                                "users", "pat", Map.of("resource_server_resource", "owner", "credential", "user_id")),
                        new Ending(acme, "sales", Map.of("keycloak_group", "parent_group")),
                        new Ending("organizations", "acme", Map.of("keycloak_group", "org_id")),
                        new Ending(
                                "clients",
                                "till",
                                Map.of(
                                        "keycloak_role",
                                        "client",
                                        "protocol_mapper",
                                        "client_id",
                                        "user_entity",
                                        "service_account_client_link",
                                        "resource_server_resource",
                                        "resource_server_id",
                                        "resource_server_scope",
                                        "resource_server_id")))
                .map(ending -> Named.of(ending.name(), ending));
    }

    @ParameterizedTest
    @MethodSource("endings")
    void whatTheAdminApiEndsLeavesNoTraceAndCanBeImportedAgain(Ending ending, SharedServer server) throws IOException {
        RealmRows before = RealmRows.of(server.database(), NAME);
        Map<String, JsonNode> snapshot = RealmSnapshot.of(realm);
        String id = ending.id();
        Set<String> expected = ending.ids(before, id);

        realm.admin().delete(realm.path(ending.collection() + "/" + id));

        Set<String> gone = ids(before);
        gone.removeAll(ids(RealmRows.of(server.database(), NAME)));
        assertThat(gone).containsAll(expected);
        assertThat(IdOccurrences.anywhere(server.database(), before, gone)).isEmpty();
        assertServed(snapshot, gone);
        importAll("merge");
        assertThat(RealmRows.of(server.database(), NAME).growthSince(before)).isEmpty();
    }

    /** Everything but what has ended is shown as before, and nothing that is shown knows what has ended. */
    private static void assertServed(Map<String, JsonNode> before, Set<String> gone) {
        Predicate<String> occurrences = text -> gone.stream().anyMatch(text::contains);
        Map<String, JsonNode> after = RealmSnapshot.of(realm);

        assertThat(after.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        before.keySet().stream().filter(occurrences.negate()).toList());
        assertSoftly(softly -> after.forEach((path, answer) -> softly.assertThat(occurrences.test(answer.toString()))
                .as("%s: %s", path, answer)
                .isFalse()));
        assertThat(realm.admin()
                        .post(realm.path("partial-export?exportClients=true&exportGroupsAndRoles=true"), "")
                        .path("realm")
                        .asText())
                .isEqualTo(NAME);
    }

    @Test
    void aRealmTakesAllOfItAlong(SharedServer server) throws IOException {
        RealmRows before = RealmRows.of(server.database(), NAME);

        realm.admin().delete("/admin/realms/" + NAME);

        assertThat(IdOccurrences.anywhere(server.database(), before, ids(before)))
                .isEmpty();
        realm = TwinRealm.create(server, NAME, Map.of());
        importAll("fail");
        assertThat(RealmRows.of(server.database(), NAME).growthSince(before)).isEmpty();
    }

    /** Imports each kind's records; returns how many were added. */
    private static long importAll(String ifExists) throws IOException {
        List<String> lines = Records.lines("ended-by-keycloak.txt");
        long added = 0;
        for (int begin = 0; begin < lines.size(); ) {
            String kind = kind(lines.get(begin));
            int end = begin;
            List<ObjectNode> records = new ArrayList<>();
            for (; end < lines.size() && kind(lines.get(end)).equals(kind); end++) {
                records.add(Records.json(lines.get(end).substring(kind.length())));
            }
            ImportAnswer answer =
                    realm.imports().post(kind + "?ifExists=" + ifExists, Records.lines(Records.of(realm, records)));
            assertThat(answer.addsUp().rejects()).as(kind).isEmpty();
            added += answer.count("added");
            begin = end;
        }
        return added;
    }

    private static String kind(String line) {
        return line.substring(0, line.indexOf(' '));
    }

    private static Set<String> ids(RealmRows rows) {
        return rows.rows().values().stream()
                .flatMap(table -> ids(table, row -> true).stream())
                .collect(Collectors.toSet());
    }

    private static Set<String> ids(List<Map<String, Object>> rows, Predicate<Map<String, Object>> condition) {
        return rows.stream()
                .filter(condition)
                .map(row -> row.get("id"))
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .collect(Collectors.toSet());
    }
}
