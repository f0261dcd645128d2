// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Exports and imports of several kinds in one stream. */
@OnSharedServer
class RealmStreamIT {

    private static SharedServer server;
    private static ImportClient client;

    @BeforeAll
    static void realm(SharedServer shared) {
        server = shared;
        client = ImportClient.inNewRealm(server, "streamed");
    }

    @Test
    void law14_aRealmGoesThroughOneStreamIntoAnother() throws IOException {
        TwinRealm realm = PortableRealm.filled(server, "stream-from");
        TwinRealm twin = TwinRealm.create(server, "stream-to", Map.of());
        ExportAnswer export = export(realm, "");
        List<String> kinds = kindsOf(export);
        String body = PortableRealm.portable(export).replace(realm.name(), twin.name());

        ImportAnswer first = twin.imports().post("?ifExists=overwrite&ids=ignore", body);

        assertThat(first.addsUp().rejects()).isEmpty();
        assertThat(first.end()).isEqualTo("COMPLETED");
        assertThat(kinds)
                .containsAll(Contracts.all().stream()
                        .filter(KindContract::isExportable)
                        .map(KindContract::kind)
                        .toList());
        assertThat(RealmStreams.names(first.summary().get("parts"))).isEqualTo(kinds);
        assertThat(RealmStreams.counts(export.summary().get("parts"), "records"))
                .isEqualTo(RealmStreams.counts(first.summary().get("parts"), "read"));

        assertThat(different(twin.imports().post("?op=verify&ids=ignore", body)))
                .isEmpty();
        ImportAnswer second = twin.imports().post("?ifExists=overwrite&ids=ignore", body);
        assertThat(second.addsUp().rejects()).isEmpty();
        assertThat(RealmStreams.counts(second.summary().get("parts"), "added").values())
                .containsOnly(0L);
        assertThat(changed(second)).isEmpty();

        Map<String, List<String>> before = PortableRealm.comparable(export, realm);
        Map<String, List<String>> after = PortableRealm.comparable(export(twin, ""), twin);
        before.forEach(
                (kind, lines) -> assertThat(after.get(kind)).as(kind).containsExactlyInAnyOrderElementsOf(lines));
        assertThat(List.copyOf(after.keySet())).isEqualTo(kinds);

        ImportAnswer verified =
                twin.imports().post("?op=verify", export(twin, "").body());
        assertThat(verified.addsUp().count("same")).as("%s", verified.lines()).isEqualTo(verified.count("read"));
    }

    @Test
    void law2_anImportThatBreaksOffGoesOnWithWhatIsMissing() throws IOException {
        String job = "?chunkSize=2&job=broken";
        String sent = RealmStreams.STREAM.substring(
                0, RealmStreams.STREAM.indexOf("{\"kind\":\"users\",\"record\":{\"username\":\"dan\""));
        try (LiveImport live = client.open(job)) {
            live.send(sent);
            live.awaitLine(line -> line.path("kind").asText().equals("users"));
        }
        await().until(() -> client.status("broken"), "INTERRUPTED"::equals);
        JsonNode interrupted = client.job("broken");

        ImportAnswer answer = client.post(job, RealmStreams.STREAM);

        assertThat(interrupted.get("kind").asText()).isEqualTo("realm");
        assertThat(RealmStreams.counts(interrupted.get("parts"), "added"))
                .isEqualTo(Map.of("roles", 5L, "groups", 2L, "users", 2L));
        assertThat(answer.addsUp().rejects()).isEmpty();
        assertThat(answer.end()).isEqualTo("COMPLETED");
        assertThat(answer.count("added")).isEqualTo(13);
        assertThat(answer.chunks().stream().filter(chunk -> chunk.has("resumed")))
                .hasSizeGreaterThan(4);
        // The roles that wait for others are settled before the groups that have them.
        assertThat(answer.chunks().stream()
                        .map(chunk ->
                                chunk.get("kind").asText() + (chunk.get("chunk").asInt() < 0 ? " deferred" : ""))
                        .distinct())
                .contains("roles deferred", "groups", "users", "role-mappings");
        assertThat(RealmStreams.names(answer.summary().get("parts")))
                .containsExactly("roles", "groups", "users", "role-mappings");
        assertThat(client.job("broken").get("parts")).isEqualTo(answer.summary().get("parts"));
        assertThat(client.post(job, RealmStreams.STREAM).count("added")).isEqualTo(13);
        assertThat(RealmStreams.export(server.admin(), "streamed", "?kinds=groups,roles").records().stream()
                        .map(line -> line.at("/record/path").asText())
                        .filter(path -> !path.isEmpty()))
                .containsExactlyInAnyOrder("/guests", "/staff");
    }

    @Test
    void aLineThatNamesNoKnownKindIsRejectedAndNothingElse() throws IOException {
        String body = """
                {"kind":"clowns","record":{"name":"coco"}}
                {"kind":"roles","record":{"name":"before"}}
                {"record":{"name":"nameless"}}
                {"kind":"roles","record":{"name":"after","colour":"red"}}
                {"kind":"roles"}
                no json
                {"kind":"roles","record":{"name":"behind"}}
                """;

        ImportAnswer answer = client.post("?job=unknown&results=all", body);

        assertThat(answer.addsUp().count("added")).isEqualTo(2);
        assertThat(answer.outcomes())
                .isEqualTo(new TreeMap<>(Map.of(
                        1, "unknown_kind /kind",
                        2, "added",
                        3, "missing /kind",
                        4, "unknown_field /colour",
                        5, "missing /record",
                        6, "malformed_json ",
                        7, "added")));
        List<ObjectNode> rejects = client.admin()
                .send("GET", client.path("jobs/unknown/rejects"), null)
                .body()
                .lines()
                .map(line -> (ObjectNode) AdminHttp.parse(line))
                .toList();
        assertThat(rejects.stream().filter(reject -> reject.has("kind")))
                .extracting(reject ->
                        reject.get("line").asInt() + " " + reject.get("kind").asText())
                .containsExactly("4 roles");
        assertThat(rejects).hasSize(5);
        assertThat(answer.ofType("record"))
                .isNotEmpty()
                .allMatch(line -> line.path("kind").asText().equals("roles"));
    }

    /** The records of kinds that the caller may import are imported. */
    @Test
    void aCallerNeedsTheRightsOfEveryKind() throws IOException {
        Callers callers = new Callers(server, "streamed");
        AdminHttp manager = callers.with("manage-users");
        ImportClient ofUsers = callers.importing(manager);
        String body = """
                {"kind":"roles","record":{"name":"forbidden"}}
                {"kind":"users","record":{"username":"allowed"}}
                """;

        ImportAnswer answer = ofUsers.post("?job=partly&results=all", body);

        assertThat(answer.outcomes()).isEqualTo(new TreeMap<>(Map.of(1, "forbidden /kind", 2, "added")));
        assertThat(client.admin()
                        .send("GET", callers.path("roles/forbidden"), null)
                        .statusCode())
                .isEqualTo(404);
        assertThat(callers.importing(callers.with()).post("", body).status()).isEqualTo(403);
        assertThat(callers.importing(callers.with("view-users")).post("", body).status())
                .isEqualTo(403);
        // Jobs: one's own, and those of others with the rights of all kinds.
        client.post("?job=whole", body.replace("allowed", "allowed-2"));
        assertThat(ofUsers.status("partly")).isEqualTo("COMPLETED");
        assertThat(jobs(ofUsers)).contains("partly").doesNotContain("whole");
        assertThat(jobs(client)).contains("partly", "whole");
        assertThat(statusOf(manager, "jobs/whole")).isEqualTo(403);
        assertThat(statusOf(callers.with("manage-realm"), "jobs/partly")).isEqualTo(403);
        assertThat(statusOf(callers.with("realm-admin"), "jobs/partly")).isEqualTo(200);
        // Exports: 403, not a part of what was asked for.
        assertThat(exportStatus(manager, "")).isEqualTo(403);
        assertThat(exportStatus(manager, "?kinds=users,roles")).isEqualTo(403);
        assertThat(exportStatus(manager, "?kinds=users")).isEqualTo(200);
        AdminHttp twofold = callers.with("manage-users", "manage-organizations");
        ExportAnswer own =
                new ExportAnswer(twofold.send("GET", exportPath("?kinds=organizations,departments,users"), null));
        ImportAnswer sentBack = callers.importing(twofold).post("?ifExists=overwrite&ids=prefer", own.body());
        assertThat(sentBack.addsUp().rejects()).isEmpty();
        assertThat(sentBack.count("skipped"))
                .isEqualTo(own.summary().get("records").asLong())
                .isPositive();
    }

    @Test
    void anExportContinuesBehindAnyPosition() throws IOException {
        client.post("users", "{\"username\":\"x-1\"}\n{\"username\":\"x-2\"}\n{\"username\":\"x-3\"}\n");
        List<String> records =
                RealmStreams.recordLines(RealmStreams.export(server.admin(), "streamed", "?kinds=users,roles,groups"));
        int second = IntStream.range(0, records.size())
                .filter(i -> records.get(i).contains("\"x-2\""))
                .findFirst()
                .orElseThrow();
        int users = IntStream.range(0, records.size())
                .filter(i -> records.get(i).startsWith("{\"kind\":\"users\""))
                .findFirst()
                .orElseThrow();
        List<String> positions =
                RealmStreams.export(server.admin(), "streamed", "?kinds=users,roles,groups").progress().stream()
                        .map(progress -> progress.get("after").asText())
                        .toList();

        assertThat(positions).containsExactly("roles", "groups");
        assertThat(RealmStreams.recordLines(
                        RealmStreams.export(server.admin(), "streamed", "?kinds=users,roles,groups&after=users:x-2")))
                .isEqualTo(records.subList(second + 1, records.size()));
        assertThat(RealmStreams.recordLines(
                        RealmStreams.export(server.admin(), "streamed", "?kinds=users,roles,groups&after=groups")))
                .isEqualTo(records.subList(users, records.size()));
    }

    @Test
    void whatNoStreamOfSeveralKindsCanDoIsRefused() throws IOException {
        for (String parameters : List.of("?op=mirror&client=shop", "?dryRun=true", "?undo=true")) {
            ImportAnswer answer = client.post(parameters, RealmStreams.STREAM);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.errorMessage()).contains("kind");
        }
        for (String parameters : List.of("?op=verify&kinds=roles", "?op=verify&extra=true&kinds=clowns")) {
            ImportAnswer answer = client.post(parameters, RealmStreams.STREAM);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.errorMessage()).contains("`kinds`");
        }
        ImportAnswer csv = client.post("", "text/csv", "username\nann\n".getBytes(StandardCharsets.UTF_8));
        assertThat(csv.status()).isEqualTo(415);
        assertThat(csv.errorMessage()).startsWith("CSV has records of one kind");
        for (String parameters : List.of(
                "?kinds=clowns",
                "?kinds=",
                "?after=clowns:a",
                "?kinds=roles&after=users:a",
                "?kinds=roles&after=roles")) {
            assertThat(exportStatus(client.admin(), parameters)).as(parameters).isEqualTo(400);
        }
        HttpResponse<String> asCsv = client.admin().send("GET", exportPath(""), Map.of("Accept", "text/csv"), null);
        assertThat(asCsv.statusCode()).isEqualTo(406);
        assertThat(asCsv.body()).contains("application/x-ndjson");
    }

    private static ExportAnswer export(TwinRealm realm, String parameters) {
        return RealmStreams.export(server.admin(), realm.name(), parameters).whole();
    }

    private static int exportStatus(AdminHttp caller, String parameters) {
        return caller.send("GET", exportPath(parameters), null).statusCode();
    }

    private static String exportPath(String parameters) {
        return "/admin/realms/streamed/bulk-export" + parameters;
    }

    private static int statusOf(AdminHttp caller, String path) {
        return caller.send("GET", client.path(path), null).statusCode();
    }

    private static List<String> jobs(ImportClient caller) {
        return StreamSupport.stream(
                        caller.admin().get(caller.path("jobs?max=1000")).spliterator(), false)
                .map(job -> job.get("id").asText())
                .toList();
    }

    private static List<String> kindsOf(ExportAnswer export) {
        return export.records().stream()
                .map(line -> line.get("kind").asText())
                .distinct()
                .toList();
    }

    /** The kinds and fields in which a verification finds records different, or missing. */
    private static List<String> different(ImportAnswer verification) {
        return verification.addsUp().ofType("record").stream()
                .flatMap(line -> line.has("pointers")
                        ? StreamSupport.stream(line.get("pointers").spliterator(), false)
                                .map(pointer -> line.get("kind").asText() + " " + pointer.asText())
                        : Stream.of(line.toString()))
                .distinct()
                .toList();
    }

    private static List<String> changed(ImportAnswer answer) {
        return RealmStreams.counts(answer.summary().get("parts"), "updated").entrySet().stream()
                .filter(part -> part.getValue() > 0)
                .map(Map.Entry::getKey)
                .toList();
    }
}
