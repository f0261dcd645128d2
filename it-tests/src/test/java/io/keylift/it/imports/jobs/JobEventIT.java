// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.UserRecords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** The admin event of a job: the input, the parameters and the caller. */
@OnSharedServer
class JobEventIT {

    private static final String REALM = "job-event";

    @Test
    void holdsTheDigestOfTheInputParametersAndCaller(SharedServer server) throws Exception {
        TestRealms.create(
                server.admin(),
                Map.of("realm", REALM, "enabled", true, "adminEventsEnabled", true, "adminEventsDetailsEnabled", true));
        ImportClient client = new ImportClient(server.admin(), REALM);
        byte[] body = ("\n" + UserRecords.lines("event", 1, 25) + "  \n").getBytes(StandardCharsets.UTF_8);

        for (boolean dryRun : new boolean[] {true, false}) {
            String job = "event-" + dryRun;
            client.post(
                    "users?ifExists=merge&maxRejects=3&chunkSize=10&dryRun=" + dryRun + "&job=" + job,
                    Map.of("Content-Type", ImportClient.NDJSON, "Content-Encoding", "gzip"),
                    out -> out.write(gzip(body)));
            JsonNode event = event(client, job);
            JsonNode told = AdminHttp.JSON.readTree(event.path("representation").asText());

            assertThat(told.at("/input/sha256").asText()).isEqualTo(sha256(body));
            assertThat(told.at("/input/bytes").asInt()).isEqualTo(body.length);
            assertThat(told.at("/input/complete").asBoolean()).isTrue();
            assertThat(told.path("parameters"))
                    .isEqualTo(AdminHttp.JSON.readTree("{\"ifExists\":\"merge\",\"ids\":\"strict\",\"dryRun\":" + dryRun
                            + ",\"onReject\":\"continue\",\"maxRejects\":3,\"chunkSize\":10,"
                            + "\"parallelism\":\"auto\",\"events\":\"summary\",\"results\":\"rejects\"}"));
            assertThat(told.at("/caller/userId").asText())
                    .isNotEmpty()
                    .isEqualTo(event.at("/authDetails/userId").asText());
            assertThat(told.path("added").asInt()).isEqualTo(25);
        }
    }

    private static JsonNode event(ImportClient client, String job) {
        JsonNode events =
                client.admin().get("/admin/realms/" + REALM + "/admin-events?resourcePath=bulk-import/jobs/" + job);
        assertThat(events).as("events of %s", job).hasSize(1);
        return events.get(0);
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(plain);
        }
        return bytes.toByteArray();
    }

    private static String sha256(byte[] bytes) throws NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }
}
