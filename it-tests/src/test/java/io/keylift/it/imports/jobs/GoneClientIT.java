// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that ends the connection while it reads a streamed answer. */
@OnSharedServer
class GoneClientIT {

    private static final String REALM = "gone-client";
    private static final String ADMIN = "/admin/realms/" + REALM;
    private static final int RECORDS = 4_000;
    private static final int TIMES = 3;

    private static URI address;
    private static AdminHttp admin;
    private static SharedServer shared;
    private static String groups;

    @BeforeAll
    static void realm(SharedServer server) throws IOException {
        shared = server;
        admin = server.admin();
        address = server.keycloak().baseUrl();
        TestRealms.create(admin, REALM);
        String values = IntStream.range(0, 4)
                .mapToObj(i -> "\"" + i + "x".repeat(200) + "\"")
                .collect(Collectors.joining(","));
        groups = IntStream.range(0, RECORDS)
                .mapToObj(
                        i -> "{\"name\":\"%s-%d\",\"attributes\":{\"a\":[%s]}}\n".formatted("n".repeat(200), i, values))
                .collect(Collectors.joining());
        assertThat(send("bulk-import/groups").get("added").asInt()).isEqualTo(RECORDS);
        // The groups exist.
        assertThat(send("bulk-import/groups?job=rejected&maxRejects=" + RECORDS)
                        .get("rejected")
                        .asInt())
                .isEqualTo(RECORDS);
    }

    private static JsonNode send(String path) throws IOException {
        return admin.stream(
                ADMIN + "/" + path,
                "application/x-ndjson",
                out -> out.write(groups.getBytes(StandardCharsets.UTF_8)),
                line -> {});
    }

    @ParameterizedTest
    @ValueSource(strings = {"bulk-export/groups", "bulk-import/jobs/rejected/rejects"})
    void itsEndIsNoErrorOfTheServer(String answer) throws IOException {
        List<String> before = errors();

        for (int i = 0; i < TIMES; i++) {
            readABit("GET " + ADMIN + "/" + answer, "", "");
        }

        awaitEnd();
        assertThat(errors()).isEqualTo(before);
    }

    @Test
    void norIsItOneAmongTheResultsOfAnImport() throws IOException {
        List<String> before = errors();

        for (int i = 0; i < TIMES; i++) {
            readABit(
                    "POST " + ADMIN + "/bulk-import/groups?maxRejects=" + RECORDS,
                    "Content-Type: application/x-ndjson\r\nContent-Length: " + groups.length() + "\r\n",
                    groups);
        }

        awaitEnd();
        assertThat(errors()).isEqualTo(before);
    }

    /** Until the server works for none of these clients. It answers two of these requests in a second. */
    private static void awaitEnd() {
        await().pollInterval(Duration.ofMillis(600)).until(() -> {
            JsonNode inFlight = AdminHttp.parse(admin.send("GET", ADMIN + "/request-timings/in-flight", null)
                    .body());
            return inFlight.has("requests")
                    && inFlight.findValuesAsText("uri").stream().noneMatch(uri -> uri.contains("/bulk-"))
                    && admin.get(ADMIN + "/bulk-import/jobs?status=RUNNING").isEmpty();
        });
    }

    private static List<String> errors() throws IOException {
        return Files.readAllLines(shared.keycloak().log()).stream()
                .filter(line -> line.contains("Uncaught server error")
                        || line.contains("Failed to write")
                        || line.contains("Request failed"))
                .toList();
    }

    /** Reads the beginning of an answer, then resets the connection. */
    private static void readABit(String request, String headers, String body) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(4096);
            socket.connect(new InetSocketAddress(address.getHost(), address.getPort()));
            String head = request + " HTTP/1.1\r\nHost: " + address.getAuthority() + "\r\nAuthorization: Bearer "
                    + admin.token() + "\r\n" + headers + "\r\n";
            socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readNBytes(2000), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200");
            socket.setSoLinger(true, 0);
        }
    }
}
