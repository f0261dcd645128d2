// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.load.HeapUsage;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.SlowReader;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.TestServer;
import io.keylift.it.server.Workspace;
import io.keylift.it.soak.Soak;
import io.keylift.it.tenant.SampleTenant;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Law 6: half a gigabyte of heap for an export and for a verification of any length. Prints their rates beside those of
 * the import, of {@code kc.sh export} and of the Admin API's list of users. Uses a server of its own.
 */
@Tag("soak-export")
@SecondTier
class LongExportIT {

    private static final String REALM = "long-export";
    private static final int ORGANIZATIONS = 100;
    private static final int PERSONS = 10_000 * (Soak.size("persons", 20_000, 1_000_000) / 10_000);
    private static final long SEED = Soak.seed(26);

    /** Not even a number for each of the records would fit in. */
    private static final long MARGIN = Math.max(1 << 20, 8L * PERSONS);

    /** Users of the realm that {@code kc.sh export} exports, into files of {@link #PAGE} users; 0 leaves it out. */
    private static final int EXPORTED_BY_KEYCLOAK = Soak.size("exported-by-keycloak", 0, 20_000);

    /** Pages of the Admin API's list at each place. Far from the start, a page takes seconds. */
    private static final int PAGES = Soak.size("pages", 2, 50);

    private static final Duration PAGES_LIMIT = Duration.ofSeconds(Soak.size("pages-seconds", 60, 60));

    private static final int PAGE = 50;
    private static final String LOG_TIME = "yyyy-MM-dd HH:mm:ss,SSS";
    private static final DateTimeFormatter LOG_FORMAT = DateTimeFormatter.ofPattern(LOG_TIME);
    private static final String RECORD = "{\"username\"";

    /** Default of {@code max-active-jobs}. */
    private static final int ACTIVE = 4;

    private static EmbeddedDatabase database;
    private static KeycloakServer keycloak;
    private static AdminHttp admin;
    private static SampleTenant tenant;
    private static double importRate;

    @BeforeAll
    static void start() throws IOException {
        database = TestDatabase.start();
        keycloak = TestServer.on(database).maxHeap("512m").busy().start();
        admin = AdminHttp.master(keycloak.baseUrl());
        tenant = new SampleTenant(SEED, ORGANIZATIONS, PERSONS);
        importRate = fill(REALM, tenant);
        print("Import", importRate);
    }

    /** @return records a second */
    private static double fill(String realm, SampleTenant tenant) throws IOException {
        TestRealms.createForTenant(admin, realm);
        ImportClient client = new ImportClient(admin, realm);
        client.post("organizations", ImportClient.NDJSON, tenant::writeOrganizations);
        ImportAnswer answer = client.post("users?results=summary", ImportClient.NDJSON, tenant::writePersons);
        assertThat(answer.count("added")).isEqualTo(tenant.persons());
        return answer.count("recordsPerSecond");
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
    @Timeout(3600)
    void law6_aLongExportAndAVerificationNeedNoMoreHeapThanAShortExport() throws Exception {
        HeapUsage heap = new HeapUsage(keycloak);
        List<Double> tenths = new ArrayList<>();
        long early = 0;
        long begin = System.nanoTime();
        long tenth = begin;
        long paused = 0;
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
                    tenths.add(rate(PERSONS / 10, tenth));
                    print("Tenth " + tenths.size(), tenths.get(tenths.size() - 1));
                    tenth = System.nanoTime();
                    if (tenths.size() == 1) {
                        early = heap.liveBytes();
                        paused = System.nanoTime() - tenth;
                        tenth += paused;
                    }
                }
            }
        }
        double exportRate = rate(PERSONS, begin + paused);
        print("Export", exportRate);
        long late = heap.liveBytes();

        System.out.println(last);
        assertThat(records).isEqualTo(PERSONS);
        assertThat(AdminHttp.parse(last).at("/summary/status").asText()).isEqualTo("COMPLETED");
        assertThat(late).as("live bytes of the heap after %d records", PERSONS).isLessThan(early + MARGIN);
        double verifyRate = verify();
        assertThat(heap.liveBytes())
                .as("live bytes of the heap after a verification of %d records", PERSONS)
                .isLessThan(early + MARGIN);
        double atStart = pages("start", 0);
        double inTheMiddle = pages("middle", PERSONS / 2);
        double atEnd = pages("end", PERSONS - PAGES * PAGE);
        System.out.printf(
                "Ratios: last tenth : first %.2f, verify : import %.1f, export : import %.1f,"
                        + " export : pages at the start %.0f, in the middle %.0f, at the end %.0f%n",
                tenths.get(9) / tenths.get(0),
                verifyRate / importRate,
                exportRate / importRate,
                exportRate / atStart,
                exportRate / inTheMiddle,
                exportRate / atEnd);
        if (EXPORTED_BY_KEYCLOAK > 0) {
            System.out.printf("Ratio: export : kc.sh %.0f%n", exportRate / exportByKeycloak());
        }
    }

    private static double verify() throws IOException {
        ImportAnswer answer = new ImportClient(admin, REALM)
                .post("users?op=verify&results=summary", ImportClient.NDJSON, tenant::writePersons);
        assertThat(answer.count("same")).as("%s", answer.summary()).isEqualTo(PERSONS);
        print("Verify", answer.count("recordsPerSecond"));
        return answer.count("recordsPerSecond");
    }

    private static double pages(String place, int first) {
        long from = System.nanoTime();
        int pages = 0;
        while (pages < PAGES && System.nanoTime() - from < PAGES_LIMIT.toNanos()) {
            JsonNode page = admin.get("/admin/realms/" + REALM + "/users?briefRepresentation=false&first="
                    + (first + pages * PAGE) + "&max=" + PAGE);
            assertThat(page).hasSize(PAGE);
            pages++;
        }
        double rate = rate(pages * PAGE, from);
        print("GET /users at the " + place + ", " + pages + " pages of " + PAGE, rate);
        return rate;
    }

    /** Users a second of Keycloak's own export, without the start of its process. */
    private static double exportByKeycloak() throws IOException {
        String realm = REALM + "-by-keycloak";
        fill(realm, new SampleTenant(SEED, ORGANIZATIONS, EXPORTED_BY_KEYCLOAK));
        Path directory = Workspace.directory("export-by-keycloak");
        for (File file : directory.toFile().listFiles()) {
            Files.delete(file.toPath());
        }
        String output = keycloak.run("export", "--realm=" + realm, "--dir=" + directory);
        Duration duration = Duration.between(
                moment(output, "KC-SERVICES0034: Export of realm"),
                moment(output, "KC-SERVICES0035: Export finished successfully"));
        assertThat(directory.toFile().list((in, name) -> name.contains("-users-")))
                .hasSize(EXPORTED_BY_KEYCLOAK / PAGE);
        double rate = EXPORTED_BY_KEYCLOAK / (duration.toMillis() / 1e3);
        print("kc.sh export of " + EXPORTED_BY_KEYCLOAK + " users", rate);
        return rate;
    }

    private static LocalDateTime moment(String log, String message) {
        return log.lines()
                .filter(line -> line.contains(message))
                .map(line -> LocalDateTime.parse(line.substring(0, LOG_TIME.length()), LOG_FORMAT))
                .findFirst()
                .orElseThrow(() -> new AssertionError(log));
    }

    private static double rate(int records, long since) {
        return records / ((System.nanoTime() - since) / 1e9);
    }

    private static void print(String what, double rate) {
        System.out.printf("%s: %,.0f persons a second%n", what, rate);
    }

    /** Law 11. The export is longer than what is on its way to the client. */
    @Test
    void law11_anExportEndsWhenItsCallerMayNoLongerRead() throws Exception {
        Callers callers = new Callers(keycloak, admin, REALM);
        AdminHttp caller = callers.with("view-users");
        String id = admin.get("/admin/realms/" + REALM + "/users?search=caller-")
                .at("/0/id")
                .asText();
        try (SlowReader export = new SlowReader(uri(), caller)) {
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
        List<SlowReader> paused = new ArrayList<>();
        try {
            for (int i = 0; i < ACTIVE; i++) {
                paused.add(new SlowReader(uri(), admin));
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
            for (SlowReader one : paused) {
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
