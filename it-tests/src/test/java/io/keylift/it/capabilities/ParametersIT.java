// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Invalid query parameters are rejected: a misspelled {@code dryRun} must not delete capabilities. */
@OnSharedServer
class ParametersIT {

    private static final Map<String, Object> CHANGE = Map.of("add", List.of("p.view"));

    private static CapabilityRealm realm;
    private static String role;
    private static String user;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = CapabilityRealm.create(server, "parameters");
        realm.source("plan", List.of("p.view"), Map.of());
        role = realm.role("clerk");
        user = realm.user("clara");
    }

    @ParameterizedTest
    @CsvSource({
        "PUT,    sources/plan?dryRun=1",
        "PUT,    sources/plan?dryRun=",
        "PUT,    sources/plan?dryRun=yes",
        "PUT,    sources/plan?dryrun=true",
        "PUT,    sources/plan?dryRun=true&dryRun=true",
        "GET,    sources?first=1",
        "GET,    ?sets=true",
        "GET,    ?set=maybe",
        "GET,    ?first=-1",
        "GET,    ?max=1001",
        "GET,    ?max=many",
        "GET,    count?max=1",
        "GET,    entries/p.view?expand=true",
        "GET,    roles/{role}?expand=maybe",
        "GET,    roles/{role}?strict=true",
        "PUT,    roles/{role}?strict=maybe",
        "PATCH,  roles/{role}?strict=1",
        "DELETE, roles/{role}?strict=false",
        "POST,   roles:batch?strict=0",
        "GET,    users/{user}?expand=",
        "PATCH,  users/{user}?Strict=true",
        "GET,    users/{user}/effective?first=-1",
        "GET,    users/{user}/effective?offset=1",
        "POST,   evaluate?dryRun=true"
    })
    void whatIsNotUnderstoodIsRefusedAndChangesNothing(String method, String call) {
        String path = "capabilities" + (call.startsWith("?") ? "" : "/")
                + call.replace("{role}", role).replace("{user}", user);

        HttpResponse<String> answer = realm.send(method, path, method.equals("GET") ? null : CHANGE);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(AdminHttp.parse(answer.body()).toString()).contains("uery parameter ", "invalid");
        assertThat(CapabilityRealm.names(realm.get("?source=plan"))).containsExactly("p.view");
        assertThat(realm.get("/roles/" + role).path("capabilities")).isEmpty();
        assertThat(realm.get("/users/" + user).path("capabilities")).isEmpty();
    }
}
