// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.TestRealms;
import io.keylift.it.capabilities.CapabilityRealm;
import io.keylift.it.imports.support.CrashTestServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.OnCrashTestServer;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * This build starts on the tables of an earlier one and goes on with what that has left. Keycloak's tables are made by
 * this build, with the ids that the earlier one had.
 *
 * <p>{@code -Dupgrade.write} writes the tables of this build, for those to come.
 */
@OnCrashTestServer
@SecondTier
class UpgradeIT {

    private static final String REALM = "upgraded";
    private static final String REALM_ID = "0a4f6c1e-6d3b-4a86-9a57-3f1f6d0c7a10";
    private static final String CLERK = "0a4f6c1e-6d3b-4a86-9a57-3f1f6d0c7a11";

    private static final int CHUNK_SIZE = 10;
    private static final int ROLES = 3 * CHUNK_SIZE;

    /** The first refers to the last, for which it waits. */
    private static final List<String> ROLE_RECORDS = IntStream.range(0, ROLES)
            .mapToObj(i -> "{\"name\":\"role-" + i + "\""
                    + (i == 0 ? ",\"composites\":{\"realm\":[\"role-" + (ROLES - 1) + "\"]}}" : "}"))
            .toList();

    private static final String ROLES_PATH = "roles?job=interrupted&chunkSize=" + CHUNK_SIZE;

    private static ImportClient client;

    @BeforeAll
    static void upgrade(CrashTestServer server) throws IOException {
        client = server.client(REALM);
        TestRealms.createByAdminApi(client.admin(), Map.of("id", REALM_ID, "realm", REALM, "enabled", true));
        client.post("users?job=completed", """
                {"username":"hank"}
                {"username":"bart","salary":1}
                {"username":"lisa"}
                """);
        client.post("roles", "{\"id\":\"" + CLERK + "\",\"name\":\"clerk\"}\n");
        CapabilityRealm capabilities = new CapabilityRealm(client.admin(), REALM);
        capabilities.source("shop", List.of("orders.view", "orders.edit"), Map.of("all", List.of("orders.view")));
        capabilities.assign(CLERK, "all", "orders.edit");
        client.post(
                "groups?job=kept&undo=true",
                IntStream.range(0, 3)
                        .mapToObj(i -> "{\"id\":\"" + CLERK.replaceFirst("11$", "2" + i) + "\",\"path\":\"/group-" + i
                                + "\",\"attributes\":{\"floor\":[\"" + i + "\"]}}")
                        .toList());
        try (LiveImport live = client.open(ROLES_PATH)) {
            live.send(ImportClient.lines(ROLE_RECORDS.subList(0, CHUNK_SIZE + 1)));
            live.awaitChunks(1);
            server.keycloak().kill();
        }
        try (Sql sql = new Sql(server.database())) {
            CrashTestServer.awaitEndOfTransactions(sql);
            if (System.getProperty("upgrade.write") != null) {
                EarlierTables.write(sql);
            }
            EarlierTables.replace(sql);
        }
        server.ensureRunning();
        client = server.client(REALM);
    }

    @Test
    void endedJobsHaveTheirCountsAndRejects() {
        JsonNode job = client.job("completed");

        assertThat(job.get("status").asText()).isEqualTo("COMPLETED");
        assertThat(job.get("added").asInt()).isEqualTo(2);
        assertThat(client.admin()
                        .send("GET", client.path("jobs/completed/rejects"), null)
                        .body())
                .contains("\"line\":2", "\"key\":\"bart\"", "\"code\":\"unknown_field\"");
    }

    @Test
    void anInterruptedJobIsResumed() throws IOException {
        assertThat(client.status("interrupted")).isEqualTo("INTERRUPTED");

        ImportAnswer resumed = client.post(ROLES_PATH, ROLE_RECORDS).addsUp();

        assertThat(resumed.end()).as("%s", resumed.lines()).isEqualTo("COMPLETED");
        assertThat(resumed.count("added")).isEqualTo(ROLES);
        assertThat(resumed.chunks().stream().filter(chunk -> chunk.has("resumed")))
                .hasSize(1);
        assertThat(client.admin()
                        .get("/admin/realms/" + REALM + "/roles/role-0/composites")
                        .findValuesAsText("name"))
                .containsExactly("role-" + (ROLES - 1));
    }

    @Test
    void aJobThatKeepsWhatItChangesIsUndone() throws IOException {
        ImportAnswer undone = client.post("jobs/kept/undo", "").addsUp();

        assertThat(undone.count("removed")).as("%s", undone.lines()).isEqualTo(3);
        assertThat(client.admin().get("/admin/realms/" + REALM + "/groups")).isEmpty();
    }

    @Test
    void rolesHaveTheirCapabilities() {
        JsonNode assigned =
                client.admin().get("/admin/realms/" + REALM + "/capabilities/roles/" + CLERK + "?expand=true");

        assertThat(CapabilityRealm.names(assigned.get("capabilities"))).contains("all", "orders.edit");
        assertThat(assigned.toString()).contains("orders.view");
    }
}
