// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Contradictory records are rejected, with a message that helps. */
@OnSharedServer
class ContradictionsIT {

    private static ImportClient client;

    @BeforeAll
    static void realm(SharedServer server) {
        client = ImportClient.inNewRealm(server, "contradictions");
    }

    @Test
    void theClientOfARoleIsNamedInOneWay() throws IOException {
        String first = "00000000-0000-4000-8000-00000000c1a1";
        String second = "00000000-0000-4000-8000-00000000c1a2";
        client.post(
                "clients",
                List.of(
                        "{\"clientId\":\"A1\",\"id\":\"" + first + "\"}",
                        "{\"clientId\":\"A2\",\"id\":\"" + second + "\"}"));
        String role = "{\"name\":\"%s\",\"client\":\"A1\",\"clientRole\":true,\"containerId\":\"%s\"}";

        ImportAnswer answer = client.post(
                "roles?results=all",
                List.of(
                        role.formatted("other", second),
                        role.formatted("same", first),
                        role.formatted("elsewhere", "00000000-0000-4000-8000-00000000c1a3")));

        assertThat(answer.outcomes().values()).containsExactly("conflict /containerId", "added", "added");
    }

    @Test
    void anOrganizationOfAUserStandsForOneMembership() throws IOException {
        client.post("organizations", "{\"name\":\"O1\"}\n");
        client.post("departments", "{\"organization\":\"O1\",\"path\":\"/sales\"}\n");
        String id = client.admin()
                .get("/admin/realms/contradictions/organizations?search=O1")
                .get(0)
                .path("id")
                .asText();
        String user = "{\"username\":\"%s\",\"organizations\":[{\"alias\":\"O1\",%s},{\"id\":\"" + id + "\",%s}]}";

        ImportAnswer answer = client.post(
                "users?results=all",
                List.of(
                        user.formatted("anna", "\"membershipType\":\"MANAGED\"", "\"membershipType\":\"UNMANAGED\""),
                        user.formatted("bert", "\"departments\":[\"/sales\"]", "\"departments\":[]"),
                        user.formatted("carl", "\"departments\":[\"/sales\"]", "\"membershipType\":\"UNMANAGED\"")));

        assertThat(answer.outcomes().values())
                .containsExactly(
                        "conflict /organizations/1/membershipType", "conflict /organizations/1/departments", "added");
    }

    @Test
    void aValidatorsOwnMessageStandsAlone() throws IOException {
        String path = "/admin/realms/contradictions/users/profile";
        ObjectNode profile = (ObjectNode) client.admin().get(path);
        ObjectNode attribute =
                ((ArrayNode) profile.get("attributes")).addObject().put("name", "plz");
        attribute.putObject("permissions").putArray("edit").add("admin");
        attribute
                .putObject("validations")
                .putObject("pattern")
                .put("pattern", "^[0-9]{5}$")
                .put("error-message", "Five digits please");
        client.admin().put(path, profile);

        ImportAnswer answer = client.post("users", "{\"username\":\"dora\",\"attributes\":{\"plz\":[\"x\"]}}\n");

        assertThat(answer.rejects())
                .singleElement()
                .extracting(reject -> reject.path("message").asText())
                .isEqualTo("Five digits please");
    }

    @Test
    void aCycleOfRolesLongerThanAChunkSaysWhatToDo() throws IOException {
        String role = "{\"name\":\"%s\",\"composites\":{\"realm\":[\"%s\"]}}";

        ImportAnswer answer = client.post(
                "roles?chunkSize=1", List.of(role.formatted("head", "tail"), role.formatted("tail", "head")));

        assertThat(answer.rejects()).isNotEmpty().allSatisfy(reject -> {
            assertThat(reject.path("code").asText()).isEqualTo("unknown_role");
            assertThat(reject.path("message").asText()).contains("larger `chunkSize`");
        });
        for (JsonNode reject : answer.rejects()) {
            assertThat(reject.path("pointer").asText()).isEqualTo("/composites/realm/0");
        }
    }
}
