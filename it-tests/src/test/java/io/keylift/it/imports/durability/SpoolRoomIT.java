// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.durability;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.OpenSpools;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.UserRecords;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An asynchronous import is refused before its body is read if the disk has no room for it. */
@OnTunedServer
class SpoolRoomIT {

    private static final Map<String, String> HUGE =
            Map.of("Content-Type", ImportClient.NDJSON, "Content-Length", TunedServer.MAX_SPOOL_BYTES);

    @Test
    void aBodyThatDoesNotFitIsRefusedBeforeItIsSent(TunedServer server) throws IOException {
        ImportClient client = server.realm("spool-room");
        Map<String, String> headers = new LinkedHashMap<>(HUGE);
        headers.put("Prefer", "respond-async");

        try (LiveImport live = client.open("users?job=huge", headers)) {
            ImportAnswer answer = live.answer();

            assertThat(answer.status()).isEqualTo(507);
            assertThat(answer.errorMessage()).contains("body of " + TunedServer.MAX_SPOOL_BYTES + " bytes");
            assertThat(answer.lines().get(0).path("params")).hasToString("[\"insufficient_storage\"]");
        }
        assertThat(client.admin().send("GET", client.path("jobs/huge"), null).statusCode())
                .isEqualTo(404);
    }

    /** It is imported as it comes, and nothing of it lies on the disk. */
    @Test
    void aBodyOfThatLengthIsTakenByAClientThatWaits(TunedServer server) throws IOException {
        ImportClient client = server.realm("no-spool-room");

        try (LiveImport live = client.open("users?job=streamed", HUGE)) {
            live.send(UserRecords.lines("streamed", 1, TunedServer.CHUNK_SIZE));
            live.awaitChunks(1);

            assertThat(OpenSpools.of(server.keycloak())).isEmpty();
        }
    }
}
