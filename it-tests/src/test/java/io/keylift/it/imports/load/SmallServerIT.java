// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.SecondTier;
import io.keylift.it.TestRealms;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Ledger;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.OnSmallServer;
import io.keylift.it.imports.support.SlowReader;
import io.keylift.it.imports.support.SmallServer;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.UserRecords;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.soak.Soak;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Laws 3 and 6: two database connections are enough for any number of imports whose clients pause, and half a gigabyte
 * of heap for an import of any length.
 */
@SecondTier
@OnSmallServer
class SmallServerIT {

    private static final String REALM = "small-server";
    private static final int CHUNK = 1000;

    /** More of them than fit into the buffers between server and client. */
    private static final int REJECTS = 30_000;

    private static final int FIRST_LINES = 10_000;
    private static final int LINES = CHUNK * (Soak.size("lines", 200_000, 5_000_000) / CHUNK);

    /** Not even a number for each of the lines would fit in. */
    private static final long MARGIN = 8L * (LINES - FIRST_LINES);

    private static KeycloakServer keycloak;
    private static ImportClient client;
    private static Sql sql;
    private static PausedClients clients;

    @BeforeAll
    static void start(SmallServer server) {
        keycloak = server.keycloak();
        client = new ImportClient(server.admin(), REALM);
        TestRealms.create(client.admin(), REALM);
        sql = new Sql(server.database());
        clients = new PausedClients(keycloak, client, sql);
    }

    @AfterAll
    static void stop() {
        sql.close();
    }

    @AfterEach
    void close() throws IOException {
        clients.close();
    }

    @Test
    void law3_moreImportsThanConnections_keepNobodyFromWork() throws IOException {
        for (PausedImport.Place place : PausedImport.Place.values()) {
            clients.pause(place, "first");
            clients.pause(place, "second");
        }
        assertThat(clients.count()).isGreaterThan(SmallServer.CONNECTIONS);
        for (int i = 1; i <= 20; i++) {
            clients.workMeanwhile("beside-all-" + i);
        }

        clients.assertNoConnectionIsHeld();
        assertThat(clients.connections("true")).as("connections at all").isLessThanOrEqualTo(SmallServer.CONNECTIONS);
        clients.assertAllIsAddedInTheEnd();
    }

    /** Whatever the contract has to read, by clients that read none of it. */
    @Test
    void law3_answersThatNobodyReads_holdNoConnection() throws IOException {
        assertThat(client.post(
                                "users?op=verify&results=summary&job=absent",
                                ImportClient.NDJSON,
                                out -> out.write(
                                        UserRecords.lines("absent", 1, REJECTS).getBytes(StandardCharsets.UTF_8)))
                        .count("missing"))
                .isEqualTo(REJECTS);
        List<SlowReader> readers = new ArrayList<>();
        try {
            URI rejects = keycloak.baseUrl().resolve(client.path("jobs/absent/rejects"));
            for (int i = 0; i <= SmallServer.CONNECTIONS; i++) {
                readers.add(new SlowReader(rejects, client.admin()));
                assertThat(readers.get(i).next("{")).contains("absent-1\"");
            }
            for (String path : readable()) {
                readers.add(new SlowReader(keycloak.baseUrl().resolve(path), client.admin()));
            }
            clients.workMeanwhile("beside-readers");

            clients.assertNoConnectionIsHeld();
            int lines = 1;
            while (readers.get(0).next("{") != null) {
                lines++;
            }
            assertThat(lines).as("all rejects in the end").isEqualTo(REJECTS);
        } finally {
            for (SlowReader reader : readers) {
                reader.close();
            }
        }
    }

    /** The path of each {@code GET} of the contract, with something for what stands in braces. */
    private static List<String> readable() {
        List<String> paths = new ArrayList<>();
        client.admin().get(client.path("openapi")).get("paths").properties().forEach(path -> {
            if (path.getValue().has("get")) {
                paths.add(path.getKey()
                        .replace("{realm}", REALM)
                        .replace("{id}", "absent")
                        .replaceAll("\\{[a-zA-Z]+}", "any"));
            }
        });
        assertThat(paths).hasSizeGreaterThan(30);
        return paths;
    }

    @Test
    @Tag("soak-flat-memory")
    void law6_manyLinesNeedNoMoreHeapThanTenThousand() throws IOException {
        HeapUsage heap = new HeapUsage(keycloak);
        try (LiveImport live = client.open("users?job=many&results=rejects&chunkSize=" + CHUNK)) {
            send(live, 1, FIRST_LINES);
            long early = heap.liveBytes();
            send(live, FIRST_LINES + 1, LINES);
            long late = heap.liveBytes();
            ImportAnswer answer = live.finish();

            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(answer.count("added")).isEqualTo(LINES);
            assertThat(late).as("live bytes of the heap after %d lines", LINES).isLessThan(early + MARGIN);
        }
        new Ledger(sql, REALM, "many").assertComplete(LINES / CHUNK, LINES);
        assertThat(sql.number("select count(*) from user_entity where username like 'many-%'"))
                .isEqualTo(LINES);
        assertThat(Files.readString(keycloak.log())).doesNotContain("OutOfMemoryError");
    }

    /** Sends these users, no more than a chunk in memory, and waits until all are committed. */
    private static void send(LiveImport live, int first, int last) throws IOException {
        for (int i = first; i < last; i += CHUNK) {
            live.send(UserRecords.lines("many", i, i + CHUNK - 1));
        }
        live.awaitChunks(last / CHUNK);
    }
}
