// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Removals by a manifest, and the removal of a source. */
@OnSharedServer
class SourcesIT {

    private static CapabilityRealm realm;
    private static Warehouse warehouse;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = CapabilityRealm.create(server, "sources");
        warehouse = Warehouse.in(server, realm);
    }

    private static JsonNode source(String call, Object manifest) {
        HttpResponse<String> answer = realm.send("PUT", "capabilities/sources/" + call, manifest);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminHttp.parse(answer.body());
    }

    @Test
    void aManifestSaysWhoseRightsGo() {
        realm.source("taking", List.of("t.view", "t.edit", "t.stay"), Map.of("t-all", List.of("t.view")));
        realm.assign(realm.role("losing"), "t.view", "t-all", "t.stay");
        realm.assign(realm.role("keeping"), "t.stay");
        String user = realm.user("loser");
        realm.send("PUT", "capabilities/users/" + user, Map.of("set", List.of("t.view")));
        Map<String, Object> manifest = CapabilityRealm.manifest(List.of("t.stay"), Map.of());

        JsonNode dry = source("taking?dryRun=true", manifest);
        JsonNode real = source("taking", manifest);
        JsonNode again = source("taking", manifest);

        assertThat(dry).isEqualTo(real);
        assertThat(real.get("assignmentsRemoved").asInt()).isEqualTo(3);
        assertThat(real.get("assignmentsMoved").asInt()).isZero();
        assertThat(real.get("rolesAffected").asInt()).isEqualTo(1);
        assertThat(real.get("usersAffected").asInt()).isEqualTo(1);
        assertThat(again.get("assignmentsRemoved").asInt()).isZero();
    }

    @Test
    void policiesNameWhatReplacesWhatTheyNamed() {
        realm.source("renamed", List.of("r.write", "r.gone"), Map.of());
        String write = warehouse.policy("writers", List.of("r.write"), Map.of("requireAll", true));
        String gone = warehouse.policy("gone", List.of("r.gone", "r.write"), Map.of());
        warehouse.policy("others", List.of("any.view"), Map.of());
        Map<String, Object> manifest =
                Map.of("capabilities", List.of(Map.of("name", "r.write2", "replaces", List.of("r.write"))));

        JsonNode dry = source("renamed?dryRun=true", manifest);
        String before = names(write);
        JsonNode real = source("renamed", manifest);

        assertThat(before).isEqualTo("[\"r.write\"]");
        assertThat(dry).isEqualTo(real);
        assertThat(real.get("policiesAffected").toString())
                .isEqualTo("[{\"client\":\"warehouse\",\"policy\":\"gone\"},"
                        + "{\"client\":\"warehouse\",\"policy\":\"writers\"}]");
        assertThat(names(write)).isEqualTo("[\"r.write2\"]");
        assertThat(names(gone)).isEqualTo("[\"r.gone\",\"r.write2\"]");
        assertThat(realm.admin()
                        .get(warehouse.path("policy/capability/" + write))
                        .get("requireAll")
                        .asBoolean())
                .isTrue();
    }

    private static String names(String policy) {
        return realm.admin()
                .get(warehouse.path("policy/capability/" + policy))
                .get("capabilities")
                .toString();
    }

    @Test
    void aSourceGoesWithAllItHas() {
        realm.source("ending", List.of("e.view"), Map.of());
        String role = realm.role("ended");
        realm.assign(role, "e.view");

        HttpResponse<String> dry = realm.send("DELETE", "capabilities/sources/ending?dryRun=true", null);
        boolean isThere = realm.get("/sources").findValuesAsText("source").contains("ending");
        HttpResponse<String> real = realm.send("DELETE", "capabilities/sources/ending", null);
        HttpResponse<String> again = realm.send("DELETE", "capabilities/sources/ending", null);

        assertThat(isThere).isTrue();
        assertThat(real.statusCode()).as(real.body()).isEqualTo(200);
        assertThat(real.body()).isEqualTo(dry.body());
        assertThat(AdminHttp.parse(real.body()).get("assignmentsRemoved").asInt())
                .isEqualTo(1);
        assertThat(again.statusCode()).isEqualTo(404);
        assertThat(realm.get("/sources").findValuesAsText("source")).doesNotContain("ending");
        assertThat(realm.assigned(role)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{}; missing; ''",
                "{'version':'1'}; missing; ''",
                "{'version':5,'sets':[]}; wrong_type; /version",
                "{'capabilities':[{'name':'x','name':'y'}]}; malformed_json; /capabilities/0",
                "{'capabilities':[{'name':'x','description':5}]}; wrong_type; /capabilities/0/description",
                "{'sets':[{'name':'x','members':[1]}]}; wrong_type; /sets/0/members/0",
                "{'capabilities':[{'name':'x','endpoints':[{},1]}]}; wrong_type; /capabilities/0/endpoints/1",
                "{'capabilities':[{'name':'clerk '}]}; invalid; /capabilities/0/name",
                "{'capabilities':[{'name':'x\\ny'}]}; invalid; /capabilities/0/name",
                "{'sets':[{'name':'cle\\u200brk'}]}; invalid; /sets/0/name"
            })
    void aManifestThatIsNotMeantIsRefused(String manifest, String code, String field) {
        HttpResponse<String> answer = realm.send("PUT", "capabilities/sources/refused", manifest.replace('\'', '"'));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(AdminHttp.parse(answer.body()).at("/params/0").asText()).isEqualTo(code);
        assertThat(AdminHttp.parse(answer.body()).path("field").asText()).isEqualTo(field);
    }
}
