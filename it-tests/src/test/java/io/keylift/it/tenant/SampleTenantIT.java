// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The generated records are valid: Keycloak's Admin API accepts each. */
@OnSharedServer
class SampleTenantIT {

    private static final String REALM = "sample-tenant";

    private final SampleTenant tenant = new SampleTenant(7, 20, 100);

    @Test
    void keycloakAcceptsTheRecordsAndThePassword(SharedServer server) throws JsonProcessingException {
        AdminHttp admin = server.admin();
        TestRealms.createForTenant(admin, REALM);
        for (int i = 0; i < tenant.organizations(); i++) {
            admin.post("/admin/realms/" + REALM + "/organizations", tenant.organization(i));
        }
        for (int i = 0; i < 20; i++) {
            ObjectNode person = (ObjectNode) AdminHttp.JSON.readTree(tenant.person(i));
            person.remove("organizations");
            person.put("enabled", true);
            admin.post("/admin/realms/" + REALM + "/users", person.toString());
        }

        JsonNode users = admin.get("/admin/realms/" + REALM + "/users?exact=true&username=" + tenant.username(3));
        assertThat(users.get(0)
                        .at("/attributes/" + TenantRealm.JOB_TITLE + "/0")
                        .asText())
                .isNotEmpty();
        AdminHttp person = new AdminHttp(
                server.keycloak().baseUrl(),
                REALM,
                Map.of(
                        "grant_type",
                        "password",
                        "client_id",
                        "admin-cli",
                        "username",
                        tenant.username(3),
                        "password",
                        SampleTenant.PASSWORD));
        assertThatNoException().isThrownBy(person::token);
    }

    @Test
    void sameSeedGivesTheSameBytes() throws IOException {
        assertThat(persons(new SampleTenant(7, 20, 100))).isEqualTo(persons(tenant));
        assertThat(persons(new SampleTenant(8, 20, 100))).isNotEqualTo(persons(tenant));
        assertThat(persons(tenant).lines()).hasSize(100).element(42).isEqualTo(tenant.person(42));
    }

    @Test
    void namesAreUnique() {
        Set<String> usernames = new HashSet<>();
        Set<String> aliases = new HashSet<>();
        for (int i = 0; i < 60_000; i++) {
            usernames.add(tenant.username(i));
            aliases.add(tenant.alias(i));
        }
        assertThat(usernames).hasSize(60_000);
        assertThat(aliases).hasSize(60_000);
    }

    private static String persons(SampleTenant tenant) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        tenant.writePersons(out);
        return out.toString(StandardCharsets.UTF_8);
    }
}
