// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import static io.keylift.client.ScriptedServer.lines;
import static io.keylift.client.ScriptedServer.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.client.http.Http;
import io.keylift.client.http.HttpFailure;
import io.keylift.client.http.HttpSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Exports that break off and go on. */
@Timeout(60)
class ExportTest {

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @AutoClose
    private Http http;

    private final CountDownLatch written = new CountDownLatch(1);
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @BeforeEach
    void open() throws IOException {
        http = Http.open(HttpSettings.defaults());
    }

    private JsonNode export() throws IOException, InterruptedException {
        return server.keylift(http)
                .export("users", Map.of("fields", "username"), JobListener.NONE)
                .writeTo(out, records -> written.countDown());
    }

    @Test
    void anExportThatBreaksOffGoesOnBehindTheLastWholePage() throws Exception {
        server.then(
                exchange -> {
                    exchange.head(200, "Transfer-Encoding: chunked");
                    exchange.chunk("{\"username\":\"a\"}\n{\"progress\":{\"records\":1,\"after\":\"a b\"}}\n"
                            + "{\"username\":\"c\"}\n");
                    await(written);
                    exchange.breakOff();
                },
                lines("{\"username\":\"c\"}", "{\"summary\":{\"status\":\"COMPLETED\",\"records\":1}}"));

        assertThat(export().path("status").asText()).isEqualTo("COMPLETED");

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("{\"username\":\"a\"}\n{\"username\":\"c\"}\n");
        assertThat(server.exchanges())
                .extracting(ScriptedServer.Exchange::target)
                .containsExactly(
                        "/admin/realms/acme/bulk-export/users?fields=username",
                        "/admin/realms/acme/bulk-export/users?after=a%20b&fields=username");
    }

    @Test
    void aRefusedExportWritesNothing() {
        server.then(status(403, "{\"errorMessage\":\"No right\"}"));

        assertThatThrownBy(this::export).isInstanceOf(HttpFailure.class).hasMessageContaining("No right");
        assertThat(out.size()).isZero();
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
