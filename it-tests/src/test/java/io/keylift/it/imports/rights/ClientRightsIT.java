// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Law 8 for clients and resources whose permissions depend on the client. */
@OnSharedServer
class ClientRightsIT {

    private static Callers realm;
    private static AdminHttp caller;

    /** A caller with fine-grained permissions to manage all clients except one. */
    @BeforeAll
    static void realm(SharedServer server) {
        realm = FineGrainedPermissions.realm(server, "client-rights");
        for (String client : List.of("open", "closed")) {
            realm.admin()
                    .post(
                            realm.path("clients"),
                            Map.of(
                                    "clientId", client,
                                    "publicClient", false,
                                    "serviceAccountsEnabled", true,
                                    "authorizationServicesEnabled", true));
        }
        String id = realm.create("keeper");
        FineGrainedPermissions permissions = new FineGrainedPermissions(realm, id);
        permissions.allow("Clients", "manage");
        permissions.deny("Clients", realm.clientId("closed"), "manage");
        caller = realm.signIn("keeper");
    }

    @ParameterizedTest
    @ValueSource(strings = {"overwrite", "merge"})
    void law8_aClientIsChangedByThoseWhoMayConfigureIt(String ifExists) throws IOException {
        List<String> byAdminApi = new ArrayList<>();
        List<String> records = new ArrayList<>();
        for (String client : List.of("open", "closed", "realm-management")) {
            String path = realm.path("clients/" + realm.clientId(client));
            ObjectNode shown = (ObjectNode) realm.admin().get(path);
            byAdminApi.add(caller.send("PUT", path, shown).statusCode() == 204 ? "updated" : "forbidden /clientId");
            records.add("{\"clientId\":\"" + client + "\",\"name\":\"By " + ifExists
                    + "\",\"authorizationServicesEnabled\":true,\"serviceAccountsEnabled\":true}");
        }

        ImportAnswer answer = realm.importing(caller).post("clients?results=all&ifExists=" + ifExists, records);

        assertThat(byAdminApi).containsExactly("updated", "forbidden /clientId", "forbidden /clientId");
        assertThat(answer.outcomes().values()).containsExactlyElementsOf(byAdminApi);
        assertThat(name("open")).isEqualTo("By " + ifExists);
        assertThat(name("closed")).isEmpty();
    }

    @Test
    void law8_whoMayManageAllClientsAddsOne() throws IOException {
        int status = caller.send("POST", realm.path("clients"), Map.of("clientId", "new"))
                .statusCode();

        ImportAnswer answer = realm.importing(caller).post("clients", List.of("{\"clientId\":\"newer\"}"));

        assertThat(status).isEqualTo(201);
        assertThat(answer.count("added")).isEqualTo(1);
    }

    @Test
    void law8_resourcesAreImportedByThoseWhoMayManageTheirClient() throws IOException {
        List<String> byAdminApi = new ArrayList<>();
        List<String> records = new ArrayList<>();
        for (String client : List.of("open", "closed")) {
            String path = realm.path("clients/" + realm.clientId(client) + "/authz/resource-server/resource");
            int status = caller.send("POST", path, Map.of("name", "by API")).statusCode();
            byAdminApi.add(status == 201 ? "added" : "forbidden /client");
            records.add("{\"client\":\"" + client + "\",\"name\":\"box\"}");
        }
        records.add("{\"client\":\"admin-permissions\",\"name\":\"box\"}");

        ImportAnswer answer = realm.importing(caller).post("resources?results=all", records);

        assertThat(byAdminApi).containsExactly("added", "forbidden /client");
        assertThat(answer.outcomes().values()).containsExactly("added", "forbidden /client", "invalid /client");
    }

    private static String name(String client) {
        return realm.admin()
                .get(realm.path("clients/" + realm.clientId(client)))
                .path("name")
                .asText();
    }
}
