// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.load.HeapUsage;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.soak.Soak;
import io.keylift.it.tenant.SampleTenant;
import io.keylift.it.tenant.TenantRealm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Law 6: half a gigabyte of heap for an export of any length. Prints the rate of each tenth, and those of the import
 * before and of the Admin API's list of users. Uses a server of its own.
 */
@Tag("soak-export")
class LongExportIT {

    private static final String REALM = "long-export";
    private static final int ORGANIZATIONS = 100;
    private static final int PERSONS = 10_000 * (Soak.size("persons", 30_000, 1_000_000) / 10_000);
    private static final long SEED = Soak.seed(26);

    /** Not even a number for each of the records would fit in. */
    private static final long MARGIN = Math.max(1 << 20, 8L * PERSONS);

    private static final int PAGE = 50;
    private static final String RECORD = "{\"username\"";

    /** Default of {@code max-active-jobs}. */
    private static final int ACTIVE = 4;

    private static EmbeddedDatabase database;
    private static KeycloakServer keycloak;
    private static AdminHttp admin;

    @BeforeAll
    static void start() throws IOException {
        database = TestDatabase.start();
        keycloak = KeycloakServer.on(database).maxHeap("512m").start();
        admin = AdminHttp.master(keycloak.baseUrl());
        TenantRealm.create(admin, REALM);
        SampleTenant tenant = new SampleTenant(SEED, ORGANIZATIONS, PERSONS);
        ImportClient client = new ImportClient(admin, REALM);
        client.post("organizations", ImportClient.NDJSON, tenant::writeOrganizations);
        ImportAnswer answer = client.post("users?results=summary", ImportClient.NDJSON, tenant::writePersons);
        assertThat(answer.count("added")).isEqualTo(PERSONS);
        System.out.printf("Import: %,d persons a second%n", answer.count("recordsPerSecond"));
    }

    @AfterAll
    static void stop() {
        if (keycloak != null) {
            keycloak.close();
        }
        if (database != null) {
            database.close();
        }
    }

    @Test
    @Timeout(900)
    void law6_aLongExportNeedsNoMoreHeapThanAShortOne() throws Exception {
        HeapUsage heap = new HeapUsage(keycloak);
        long early = 0;
        long begin = System.nanoTime();
        long tenth = begin;
        int records = 0;
        String last = "";
        try (BufferedReader lines = export()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                last = line;
                if (line.startsWith("{\"progress\"") || line.startsWith("{\"summary\"")) {
                    continue;
                }
                records++;
                if (records == 1) {
                    System.out.printf("First line: %d ms%n", (System.nanoTime() - begin) / 1_000_000);
                }
                if (records % (PERSONS / 10) == 0) {
                    long now = System.nanoTime();
                    System.out.printf(
                            "Tenth %d: %,d persons a second%n",
                            10L * records / PERSONS, Math.round(PERSONS / 10 / ((now - tenth) / 1e9)));
                    if (records == PERSONS / 10) {
                        early = heap.liveBytes();
                    }
                    tenth = System.nanoTime();
                }
            }
        }
        long late = heap.liveBytes();

        System.out.println(last);
        assertThat(records).isEqualTo(PERSONS);
        assertThat(AdminHttp.parse(last).at("/summary/status").asText()).isEqualTo("COMPLETED");
        assertThat(late).as("live bytes of the heap after %d records", PERSONS).isLessThan(early + MARGIN);
        for (int first : new int[] {0, PERSONS / 2, PERSONS - PAGE}) {
            long from = System.nanoTime();
            admin.get("/admin/realms/" + REALM + "/users?briefRepresentation=false&first=" + first + "&max=" + PAGE);
            System.out.printf(
                    "GET /users from %,d: %,d persons a second%n",
                    first, Math.round(PAGE / ((System.nanoTime() - from) / 1e9)));
        }
    }

    /** Law 11. The export is longer than what is on its way to the client. */
    @Test
    void law11_anExportEndsWhenItsCallerMayNoLongerRead() throws Exception {
        Callers callers = new Callers(keycloak, admin, REALM);
        AdminHttp caller = callers.with("view-users");
        String id = admin.get("/admin/realms/" + REALM + "/users?search=caller-")
                .at("/0/id")
                .asText();
        try (SlowExport export = new SlowExport(uri(), caller)) {
            assertThat(export.next(RECORD)).contains("username");
            admin.put("/admin/realms/" + REALM + "/users/" + id, Map.of("enabled", false));
            String summary = export.next("{\"summary\"");

            assertThat(AdminHttp.parse(summary).at("/summary/status").asText()).isEqualTo("FAILED");
            assertThat(AdminHttp.parse(summary).at("/summary/code").asText()).isEqualTo("caller_gone");
            assertThat(AdminHttp.parse(summary).at("/summary/records").asInt()).isBetween(1, PERSONS - 1);
        }
        admin.delete("/admin/realms/" + REALM + "/users/" + id);
    }

    /** Law 3: an export whose client does not read holds a place, but no connection to the database. */
    @Test
    void law3_exportsWhoseClientsPauseHoldNoConnection() throws Exception {
        List<SlowExport> paused = new ArrayList<>();
        try {
            for (int i = 0; i < ACTIVE; i++) {
                paused.add(new SlowExport(uri(), admin));
                assertThat(paused.get(i).next(RECORD)).contains("username");
            }
            try (Sql sql = new Sql(database)) {
                await().until(() -> sql.number("select count(*) from pg_stat_activity where backend_type ="
                                + " 'client backend' and pid <> pg_backend_pid() and state <> 'idle'")
                        == 0);
            }
            ExportAnswer refused = ExportAnswer.get(admin, REALM, "users");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.body()).contains("as many exports as option `max-active-jobs` allows");
        } finally {
            for (SlowExport one : paused) {
                one.close();
            }
        }
        // The server notices at its next write that a client has gone.
        await().until(() -> ExportAnswer.get(admin, REALM, "users?max=1").status() == 200);
    }

    private static URI uri() {
        return keycloak.baseUrl().resolve("/admin/realms/" + REALM + "/bulk-export/users");
    }

    private static BufferedReader export() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri())
                .header("Authorization", "Bearer " + admin.token())
                .build();
        return new BufferedReader(new InputStreamReader(
                HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofInputStream())
                        .body(),
                StandardCharsets.UTF_8));
    }
}
