// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.kinds.ClientCalls;
import io.keylift.it.imports.kinds.ClientsContract;
import io.keylift.it.imports.support.AdminApiCalls;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.RowComparison;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Law 5 for existing clients: overwriting has the effect of {@code PUT}, merging unites the client with the record. */
@OnSharedServer
class ClientChangesIT {

    private static final Set<String> TABLES = new ClientsContract().tables();

    private record Case(ObjectNode before, ObjectNode given, ObjectNode merged) {

        static List<Case> read() {
            return Records.lines("changed-clients.txt").stream()
                    .map(line -> line.split(" \\|", 4))
                    .map(part -> new Case(named(part, 1), named(part, 2), part[3].isBlank() ? null : named(part, 3)))
                    .toList();
        }

        private static ObjectNode named(String[] part, int index) {
            return Records.json(part[index]).put("clientId", part[0]);
        }
    }

    @Test
    void law5_overwritingLeavesRowForRowWhatPutLeaves(SharedServer server) throws IOException {
        List<Case> cases = Case.read();
        TwinRealm one = filled(server, "overwrite-clients-one", cases);
        TwinRealm other = filled(server, "overwrite-clients-other", cases);
        RealmRows before = RealmRows.of(server.database(), other.name());

        List<ObjectNode> given = Records.of(one, cases.stream().map(Case::given).toList());
        given.forEach(record -> assertThat(new ClientCalls(one).overwrite(record))
                .as("%s", record)
                .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(204)));
        ImportAnswer answer = imports(other, "overwrite", cases);

        RealmRows after = RealmRows.of(server.database(), other.name());
        RowComparison.assertAlike(RealmRows.of(server.database(), one.name()), after, TABLES);
        assertThat(answer.outcomes()).isEqualTo(outcomes(cases, before, after));
        assertSkipped(imports(other, "overwrite", cases), after, RealmRows.of(server.database(), other.name()));
    }

    @Test
    void mergingChangesWhatTheRecordGivesAndUnitesLists(SharedServer server) throws IOException {
        List<Case> cases =
                Case.read().stream().filter(each -> each.merged() != null).toList();
        TwinRealm wanted = TwinRealm.create(server, "merge-clients-wanted", Map.of());
        add(wanted, cases.stream().map(Case::merged).toList());
        TwinRealm merged = filled(server, "merge-clients", cases);
        RealmRows before = RealmRows.of(server.database(), merged.name());

        ImportAnswer answer = imports(merged, "merge", cases);

        RealmRows after = RealmRows.of(server.database(), merged.name());
        RowComparison.assertAlike(RealmRows.of(server.database(), wanted.name()), after, TABLES);
        assertThat(answer.outcomes()).isEqualTo(outcomes(cases, before, after));
        assertSkipped(imports(merged, "merge", cases), after, RealmRows.of(server.database(), merged.name()));
    }

    /** Keycloak gives it to each client that gets a service account. */
    @ParameterizedTest
    @ValueSource(strings = {"overwrite", "merge"})
    void law5_aClientHasTheScopeOfItsServiceAccountUnlessItsListLacksIt(String ifExists, SharedServer server)
            throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, "service-scope-" + ifExists);
        String path = "clients?results=all&ifExists=" + ifExists;
        String batch = "{\"clientId\":\"batch\",\"serviceAccountsEnabled\":true,\"publicClient\":false";
        String lists = ",\"defaultClientScopes\":[\"profile\"],\"optionalClientScopes\":[]}";

        assertThat(outcomes(client, path, batch + lists)).containsExactly("added");
        assertThat(outcomes(client, path, batch + lists)).containsExactly("skipped");
        assertThat(scopes(client)).containsExactly("profile");

        assertThat(outcomes(client, path, batch + "}")).containsExactly("skipped");
        assertThat(scopes(client)).containsExactly("profile");

        client.post(path, List.of("{\"clientId\":\"batch\",\"defaultClientScopes\":[\"email\"]}"));

        assertThat(scopes(client))
                .containsExactlyInAnyOrderElementsOf(
                        ifExists.equals("merge") ? List.of("profile", "email") : List.of("email"));
    }

    /** Keycloak's POST takes them, and its PUT fails with them. */
    @Test
    void law5_settingsOfAMapperThatAreNullAreNone(SharedServer server) throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, "null-settings");
        String record =
                "{\"clientId\":\"batch\",\"protocolMappers\":[{\"name\":\"tier\",\"protocol\":\"openid-connect\","
                        + "\"protocolMapper\":\"oidc-hardcoded-claim-mapper\",\"config\":null}]}";

        assertThat(outcomes(client, "clients?results=all", record)).containsExactly("added");

        for (String parameters : List.of("op=verify", "ifExists=overwrite", "ifExists=merge")) {
            assertThat(outcomes(client, "clients?results=all&" + parameters, record))
                    .as(parameters)
                    .containsExactly(parameters.equals("op=verify") ? "same" : "skipped");
        }
    }

    /** Keycloak makes a redirect URI of an empty root URL that allows every path of its own host. */
    @Test
    void law5_anEmptyTextOfANewClientIsNone(SharedServer server) throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, "empty-texts");

        client.post("clients", List.of("{\"clientId\":\"batch\",\"protocol\":\"openid-connect\",\"rootUrl\":\"\"}"));

        JsonNode stored = client.admin().get("/admin/realms/" + client.realm() + "/clients?clientId=batch");
        assertThat(stored.at("/0/redirectUris")).isEmpty();
        assertThat(stored.at("/0/webOrigins")).isEmpty();
        assertThat(stored.at("/0").has("rootUrl")).isFalse();
    }

    private static Collection<String> outcomes(ImportClient client, String path, String record) throws IOException {
        return client.post(path, List.of(record)).outcomes().values();
    }

    private static List<String> scopes(ImportClient client) {
        List<String> scopes = new ArrayList<>();
        client.admin()
                .get("/admin/realms/" + client.realm() + "/clients?clientId=batch")
                .at("/0/defaultClientScopes")
                .forEach(scope -> scopes.add(scope.asText()));
        return scopes;
    }

    /** The record, imported again, changes nothing. */
    private static void assertSkipped(ImportAnswer again, RealmRows before, RealmRows after) {
        assertThat(again.outcomes().values()).containsOnly("skipped");
        assertThat(after.changedSince(before)).isEmpty();
    }

    private static TwinRealm filled(SharedServer server, String name, List<Case> cases) {
        TwinRealm realm = TwinRealm.create(server, name, Map.of());
        add(realm, cases.stream().map(Case::before).toList());
        return realm;
    }

    private static void add(TwinRealm realm, List<ObjectNode> records) {
        for (ObjectNode record : Records.of(realm, records)) {
            assertThat(new AdminApiCalls(realm).post("clients", record).statusCode())
                    .as("%s", record)
                    .isEqualTo(201);
        }
    }

    private static ImportAnswer imports(TwinRealm realm, String ifExists, List<Case> cases) throws IOException {
        List<ObjectNode> given =
                Records.of(realm, cases.stream().map(Case::given).toList());
        ImportAnswer answer =
                realm.imports().post("clients?results=all&chunkSize=10&ifExists=" + ifExists, Records.lines(given));
        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(answer.rejects()).isEmpty();
        return answer;
    }

    /** By line, what the rows say of each change: it has changed something or nothing. */
    private static SortedMap<Integer, String> outcomes(List<Case> cases, RealmRows before, RealmRows after) {
        SortedMap<Integer, String> outcomes = new TreeMap<>();
        for (int i = 0; i < cases.size(); i++) {
            String clientId = cases.get(i).before().get("clientId").asText();
            Set<String> ids = before.of("client").stream()
                    .filter(row -> row.get("client_id").equals(clientId))
                    .map(row -> row.get("id").toString())
                    .collect(Collectors.toSet());
            boolean same = after.texts(ids, true).equals(before.texts(ids, true));
            outcomes.put(i + 1, same ? "skipped" : "updated");
        }
        return outcomes;
    }
}
