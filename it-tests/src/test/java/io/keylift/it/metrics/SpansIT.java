// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.keylift.it.TestRealms;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.UserRecords;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The traces of imports, as Keycloak exports them. */
@OnMeteredServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SpansIT {

    private static final String CHUNK = "bulk-import chunk";

    private MeteredServer server;
    private ImportClient client;

    @BeforeAll
    void realm(MeteredServer metered) {
        server = metered;
        TestRealms.create(server.admin(), "spans");
        client = new ImportClient(server.admin(), "spans");
    }

    @Test
    void aRunIsATraceOfItsOwnWithOneChildForEachChunk() throws IOException {
        client.post(
                "users?job=traced&chunkSize=2&ifExists=merge",
                List.of(
                        "{\"username\":\"traced-1\"}",
                        "{\"username\":\"traced-2\"}",
                        "{\"username\":\"traced-3\"}",
                        "no JSON",
                        "{\"username\":\"traced-1\",\"enabled\":true}"));

        Span run = run("traced", 1);
        assertThat(run.getName()).isEqualTo("bulk-import users");
        assertThat(run.getParentSpanId()).isEqualTo(ByteString.EMPTY);
        assertThat(attributes(run))
                .containsOnly(
                        Map.entry("keylift.import.job", "traced"),
                        Map.entry("keylift.import.kind", "users"),
                        Map.entry("keylift.import.op", "import"),
                        Map.entry("keylift.import.run", "1"),
                        Map.entry("keylift.import.status", "COMPLETED"));
        assertThat(run.getStatus().getCode()).isNotEqualTo(StatusCode.STATUS_CODE_ERROR);
        assertThat(chunks(run).stream().map(SpansIT::attributes))
                .containsExactlyInAnyOrder(chunk(1, 2, 0, 0, 0), chunk(2, 1, 0, 0, 1), chunk(3, 0, 1, 0, 0));
        assertThat(chunks(run)).isNotEmpty().allSatisfy(chunk -> {
            assertThat(chunk.getParentSpanId()).isEqualTo(run.getSpanId());
            assertThat(chunk.getStartTimeUnixNano()).isGreaterThanOrEqualTo(run.getStartTimeUnixNano());
            assertThat(chunk.getEndTimeUnixNano()).isLessThanOrEqualTo(run.getEndTimeUnixNano());
        });
    }

    @Test
    void aRemovalSaysSo() throws IOException {
        client.post("users", UserRecords.users("traced-out", 1, 2));

        client.post("users?job=removed&op=remove", UserRecords.users("traced-out", 1, 3));

        Span run = run("removed", 1);
        assertThat(attributes(run)).containsEntry("keylift.import.op", "remove");
        assertThat(chunks(run).stream().map(SpansIT::attributes))
                .containsExactly(Map.of(
                        "keylift.import.chunk", "1",
                        "keylift.import.removed", "2",
                        "keylift.import.skipped", "1",
                        "keylift.import.rejected", "0"));
    }

    @Test
    void whatTheDatabaseIsToldIsBelowTheChunk() throws IOException {
        client.post("users?job=statements", UserRecords.users("statements", 1, 3));

        Span chunk = chunks(run("statements", 1)).get(0);
        assertThat(server.traces().spans())
                .filteredOn(span -> span.getParentSpanId().equals(chunk.getSpanId()))
                .anySatisfy(span -> assertThat(span.toString()).containsIgnoringCase("insert into user_entity"));
    }

    @Test
    void aJobThatIsTakenUpAgainIsAnotherTraceWithTheChunksThatWereMissing() throws IOException {
        try (LiveImport live = client.open("users?job=resumed&chunkSize=2")) {
            live.send(UserRecords.lines("resumed", 1, 2));
            live.awaitChunks(1);
        }
        Span first = run("resumed", 1);

        client.post("users?job=resumed&chunkSize=2", UserRecords.users("resumed", 1, 4));

        Span second = run("resumed", 2);
        assertThat(attributes(first)).containsEntry("keylift.import.status", "INTERRUPTED");
        assertThat(first.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
        assertThat(chunks(first).stream().map(SpansIT::attributes)).containsExactly(chunk(1, 2, 0, 0, 0));
        assertThat(second.getTraceId()).isNotEqualTo(first.getTraceId());
        assertThat(chunks(second).stream().map(SpansIT::attributes)).containsExactly(chunk(2, 2, 0, 0, 0));
    }

    @Test
    void law9_noSecretOfARecordIsInAnyTrace() throws IOException {
        client.post(
                "users?job=secrets&chunkSize=2",
                List.of(
                        "{\"username\":\"plain\",\"credentials\":[{\"type\":\"password\",\"value\":\"Xyzzy-plain\"}]}",
                        "{\"username\":\"hashed\",\"credentials\":[{\"type\":\"password\","
                                + "\"secretData\":\"{\\\"value\\\":\\\"Xyzzyhas\\\",\\\"salt\\\":\\\"Xyzzysalt\\\"}\","
                                + "\"credentialData\":\"{\\\"hashIterations\\\":1,"
                                + "\\\"algorithm\\\":\\\"pbkdf2-sha512\\\"}\"}]}",
                        "{\"username\":\"unknown\",\"credentials\":[{\"password\":\"Xyzzy-unknown\"}]}",
                        "{\"username\":\"broken\",\"credentials\":[{\"value\":\"Xyzzy-broken"));

        Span run = run("secrets", 1);
        assertThat(attributes(run)).containsEntry("keylift.import.status", "COMPLETED");
        assertThat(server.traces().spans().stream().map(Span::toString))
                .anySatisfy(span -> assertThat(span).containsIgnoringCase("insert into credential"))
                .noneMatch(span -> span.contains("Xyzzy"));
    }

    /** The span of a job's run, once it is exported; then its chunks' are, too. */
    private Span run(String job, int run) {
        return await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> server.traces().spans().stream()
                                .filter(span -> attributes(span)
                                        .getOrDefault("keylift.import.job", "")
                                        .equals(job))
                                .filter(span -> attributes(span)
                                        .get("keylift.import.run")
                                        .equals("" + run))
                                .toList(),
                        found -> !found.isEmpty())
                .get(0);
    }

    private List<Span> chunks(Span run) {
        return server.traces().spans().stream()
                .filter(span -> span.getName().equals(CHUNK))
                .filter(span -> span.getTraceId().equals(run.getTraceId()))
                .toList();
    }

    /** Without those that Keycloak gives to any span that is current. */
    private static Map<String, String> attributes(Span span) {
        Map<String, String> attributes = new TreeMap<>();
        for (KeyValue attribute : span.getAttributesList()) {
            AnyValue value = attribute.getValue();
            if (!attribute.getKey().startsWith("kc.")) {
                attributes.put(
                        attribute.getKey(), value.hasIntValue() ? "" + value.getIntValue() : value.getStringValue());
            }
        }
        return attributes;
    }

    private static Map<String, String> chunk(int number, int added, int updated, int skipped, int rejected) {
        return Map.of(
                "keylift.import.chunk", "" + number,
                "keylift.import.added", "" + added,
                "keylift.import.updated", "" + updated,
                "keylift.import.skipped", "" + skipped,
                "keylift.import.rejected", "" + rejected);
    }
}
