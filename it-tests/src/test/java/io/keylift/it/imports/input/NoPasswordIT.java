// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Parameter {@code noPassword}: users of systems that give out no hashes choose a password. */
@OnSharedServer
class NoPasswordIT {

    private static final String REALM = "no-password";

    private static final List<String> RECORDS = List.of(
            "{\"username\":\"bare\",\"requiredActions\":[\"VERIFY_EMAIL\"]}",
            "{\"username\":\"hashed\",\"credentials\":[{\"type\":\"password\","
                    + "\"hash\":\"{SSHA}0c0blFTXXNuAMHECS4uxrj3ZieMoWImr\"}]}",
            "{\"username\":\"second\",\"credentials\":[{\"type\":\"otp\",\"seed\":\"GEZDGNBVGY3TQOJQ\"}]}",
            "{\"username\":\"brokered\",\"federatedIdentities\":"
                    + "[{\"identityProvider\":\"other\",\"userId\":\"1\",\"userName\":\"b\"}]}");

    @Test
    void newUsersWithoutAPasswordGetTheRequiredAction(SharedServer server) throws IOException {
        ImportClient imports = ImportClient.inNewRealm(server, REALM);
        server.admin()
                .post(
                        "/admin/realms/" + REALM + "/identity-provider/instances",
                        Map.of("alias", "other", "providerId", "oidc", "config", Map.of("clientId", "x")));
        imports.post("users", "{\"username\":\"before\"}");

        ImportAnswer answer = imports.post(
                "users?noPassword=update&ifExists=overwrite&job=chosen",
                String.join("\n", RECORDS) + "\n{\"username\":\"before\",\"enabled\":true}\n");

        assertThat(answer.addsUp().rejects()).isEmpty();
        assertThat(actions(server))
                .isEqualTo(Map.of(
                        "bare", Set.of("UPDATE_PASSWORD", "VERIFY_EMAIL"),
                        "hashed", Set.of(),
                        "second", Set.of("UPDATE_PASSWORD"),
                        "brokered", Set.of(),
                        "before", Set.of()));
        assertThat(imports.job("chosen").path("noPassword").asText()).isEqualTo("update");
        ImportAnswer other = imports.post("users?ifExists=overwrite&job=chosen", RECORDS);
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.errorMessage()).contains("`noPassword`");
        assertThat(imports.post("roles?noPassword=update", "{\"name\":\"r\"}").status())
                .isEqualTo(400);
    }

    private static Map<String, Set<String>> actions(SharedServer server) {
        Map<String, Set<String>> actions = new TreeMap<>();
        for (JsonNode user : server.admin().get("/admin/realms/" + REALM + "/users")) {
            Set<String> names = new TreeSet<>();
            user.get("requiredActions").forEach(name -> names.add(name.asText()));
            actions.put(user.get("username").asText(), names);
        }
        return actions;
    }
}
