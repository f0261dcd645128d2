// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.http.StreamingExchange;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.ImportedRows;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.UserRecords;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Law 7: a client that does not read its response delays nothing else. */
@OnTunedServer
class SendThenReadIT {

    private static final String REALM = "send-then-read";
    private static final int LINES = 55_000;

    /** Every so many lines, one is rejected. */
    private static final int BAD = 1000;

    @Test
    void law7_aClientThatSendsEverythingBeforeItReadsAnything_doesNotStallTheImport(TunedServer server)
            throws IOException, InterruptedException {
        ImportClient client = server.realm(REALM);
        OutcomesInOrder outcomes = new OutcomesInOrder();
        try (StreamingExchange exchange =
                client.admin().open(client.path("users?results=all&chunkSize=1000"), ImportClient.NDJSON)) {
            CountDownLatch sent = new CountDownLatch(1);
            exchange.sendInBackground(body -> {
                send(body);
                sent.countDown();
            });

            assertThat(sent.await(3, TimeUnit.MINUTES))
                    .as("the whole body is sent while nothing of the answer is read")
                    .isTrue();
            assertThat(exchange.status()).isEqualTo(200);
            exchange.lines().forEach(outcomes::take);
        }

        long rejected = LINES / BAD;
        long added = LINES - rejected;
        assertThat(outcomes.counts()).isEqualTo(Map.of("added", added, "rejected", rejected));
        assertThat(outcomes.last().path("type").asText()).isEqualTo("summary");
        assertThat(outcomes.last().path("status").asText()).isEqualTo("COMPLETED");
        assertThat(outcomes.last().path("read").asLong()).isEqualTo(LINES);
        assertThat(outcomes.last().path("added").asLong()).isEqualTo(added);
        assertThat(outcomes.last().path("rejected").asLong()).isEqualTo(rejected);
        try (Sql sql = new Sql(server.database())) {
            assertThat(new ImportedRows(sql, REALM).users()).isEqualTo(added);
        }
    }

    /** Long names fill the buffers between client and server, which a few megabytes do, with fewer users. */
    private static String name(int number) {
        return UserRecords.name("u".repeat(200), number);
    }

    private static void send(OutputStream body) throws IOException {
        for (int i = 1; i <= LINES; i++) {
            String record = i % BAD == 0 ? "{\"enabled\":true}" : UserRecords.user(name(i));
            body.write((record + "\n").getBytes(StandardCharsets.UTF_8));
        }
        body.close();
    }
}
