// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import static io.keylift.client.ScriptedServer.lines;
import static io.keylift.client.ScriptedServer.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.client.Export;
import io.keylift.client.JobListener;
import io.keylift.client.ScriptedServer;
import io.keylift.client.Server;
import io.keylift.client.http.Http;
import io.keylift.client.http.HttpSettings;
import io.keylift.client.input.InputFailure;
import io.keylift.client.token.Credentials;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Records on their way from one realm to the other. */
@Timeout(60)
class ExportedRecordsTest {

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @AutoClose
    private Http http;

    @BeforeEach
    void open() throws IOException {
        http = Http.open(HttpSettings.defaults());
    }

    private ExportedRecords records() throws IOException {
        Export export = new Server(
                        http, server.address(), "acme", Credentials.ofClient("c", "s"), Duration.ofMinutes(1))
                .keylift("acme")
                .export("users", Map.of(), JobListener.NONE);
        return new ExportedRecords(export, "users", record -> record.put("changed", true));
    }

    @Test
    void eachRecordIsChangedAndWhatIsLeftOutIsTold() throws Exception {
        server.then(lines(
                "{\"username\":\"a\",\"weight\":1.10}",
                "{\"progress\":{\"records\":1,\"after\":\"a\"}}",
                "{\"username\":\"ö\"}",
                "{\"summary\":{\"status\":\"COMPLETED\",\"records\":2,\"hidden\":3}}"));

        try (ExportedRecords records = records()) {
            assertThat(new String(records.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("{\"username\":\"a\",\"weight\":1.10,\"changed\":true}\n"
                            + "{\"username\":\"ö\",\"changed\":true}\n");
            assertThat(records.gap().orElseThrow().reason()).contains("3 values");
        }
    }

    @Test
    void aBeginningIsNotTakenForTheWhole() throws Exception {
        server.then(lines(
                "{\"username\":\"a\"}",
                "{\"summary\":{\"status\":\"FAILED\",\"code\":\"caller_gone\",\"message\":\"No longer\"}}"));

        try (ExportedRecords records = records()) {
            assertThatThrownBy(records::readAllBytes)
                    .isInstanceOf(InputFailure.class)
                    .hasMessageContaining("No longer");
        }
    }

    @Test
    void aRefusalIsTold() throws Exception {
        server.then(status(403, "{\"errorMessage\":\"No right\"}"));

        try (ExportedRecords records = records()) {
            assertThatThrownBy(records::readAllBytes)
                    .isInstanceOf(InputFailure.class)
                    .hasMessageContaining("No right");
        }
    }
}
