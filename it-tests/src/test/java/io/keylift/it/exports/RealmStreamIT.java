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
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Exports and imports of several kinds in one stream. */
@OnSharedServer
class RealmStreamIT {

    /** Each refers to what comes behind it in the same kind, and to the kinds before. */
    private static final String STREAM = """
            {"kind":"roles","record":{"name":"upper","composite":true,"composites":{"realm":["middle"]}}}
            {"kind":"roles","record":{"name":"middle","composite":true,"composites":{"realm":["lower"]}}}
            {"kind":"roles","record":{"name":"other"}}
            {"kind":"roles","record":{"name":"another"}}
            {"kind":"roles","record":{"name":"lower"}}
            {"kind":"groups","record":{"path":"/staff","realmRoles":["upper"]}}
            {"kind":"groups","record":{"path":"/guests","realmRoles":["lower"]}}
            {"kind":"users","record":{"username":"ann","groups":["/staff"],"realmRoles":["other"]}}
            {"record":{"username":"ben","groups":["/guests"]},"kind":"users"}
            {"kind":"users","record":{"username":"cleo"}}
            {"kind":"users","record":{"username":"dan","groups":["/staff"]}}
            {"kind":"roles","record":{"name":"late"}}
            {"kind":"role-mappings","record":{"username":"ann","realmRoles":["late"]}}
            """;

    /** What no line of a stream names. */
    private static final String EXTRAS = """
            {"kind":"roles","record":{"name":"planted"}}
            {"kind":"groups","record":{"path":"/planted","realmRoles":["planted"]}}
            {"kind":"users","record":{"username":"planted","groups":["/planted"]}}
            {"kind":"clients","record":{"clientId":"planted"}}
            """;

    private static SharedServer server;
    private static ImportClient client;

    @BeforeAll
    static void realm(SharedServer shared) {
        server = shared;
        client = ImportClient.inNewRealm(server, "streamed");
    }

    @Test
    void law14_aRealmGoesThroughOneStreamIntoAnother() throws IOException {
        TwinRealm realm = PortableRealm.filled(server);
        TwinRealm twin = TwinRealm.create(server, "stream-to", Map.of());
        twin.demandNothingOfNewUsers();
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
        assertThat(names(first.summary().get("parts"))).isEqualTo(kinds);
        assertThat(counts(export.summary().get("parts"), "records"))
                .isEqualTo(counts(first.summary().get("parts"), "read"));

        // A new client without redirect URIs gets some from its root URL; the second import takes them away.
        assertThat(different(twin.imports().post("?op=verify&ids=ignore", body)))
                .isSubsetOf("clients /redirectUris", "clients /webOrigins");
        ImportAnswer second = twin.imports().post("?ifExists=overwrite&ids=ignore", body);
        assertThat(second.addsUp().rejects()).isEmpty();
        assertThat(counts(second.summary().get("parts"), "added").values()).containsOnly(0L);
        assertThat(changed(second)).isSubsetOf("clients");

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
        String sent = STREAM.substring(0, STREAM.indexOf("{\"kind\":\"users\",\"record\":{\"username\":\"dan\""));
        try (LiveImport live = client.open(job)) {
            live.send(sent);
            live.awaitLine(line -> line.path("kind").asText().equals("users"));
        }
        await().until(() -> client.status("broken"), "INTERRUPTED"::equals);
        JsonNode interrupted = client.job("broken");

        ImportAnswer answer = client.post(job, STREAM);

        assertThat(interrupted.get("kind").asText()).isEqualTo("realm");
        assertThat(counts(interrupted.get("parts"), "added")).isEqualTo(Map.of("roles", 5L, "groups", 2L, "users", 2L));
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
        assertThat(names(answer.summary().get("parts"))).containsExactly("roles", "groups", "users", "role-mappings");
        assertThat(client.job("broken").get("parts")).isEqualTo(answer.summary().get("parts"));
        assertThat(client.post(job, STREAM).count("added")).isEqualTo(13);
        assertThat(export("streamed", "?kinds=groups,roles").records().stream()
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

    /**
     * Objects are planted that no line names: three of kinds of the stream, one of another kind, and the capabilities
     * of a user, which have the id of the user whom a line names.
     */
    @Test
    void aVerificationTellsWhatNoLineNames() throws IOException {
        ImportClient extra = ImportClient.inNewRealm(server, "stream-extra");
        Callers callers = new Callers(server, "stream-extra");
        AdminHttp viewer = callers.with("view-users");
        extra.post("", STREAM);
        extra.admin()
                .put(
                        "/admin/realms/stream-extra/capabilities/sources/base",
                        Records.json("{version:'1',capabilities:[{name:'view'}]}"));
        extra.post("user-capabilities", "{\"username\":\"ben\",\"add\":[\"view\"]}");
        String body = export("stream-extra", "?kinds=roles,groups,users,client-scopes,user-capabilities")
                .body();
        extra.post("", EXTRAS);
        extra.post("user-capabilities", "{\"username\":\"ann\",\"add\":[\"view\"]}");
        String verify = "?op=verify&extra=true&chunkSize=2&job=";

        try (LiveImport live = extra.open(verify + "extra-objects")) {
            live.send(body.substring(0, body.indexOf("{\"kind\":\"users\"")));
            live.awaitLine(line -> line.path("kind").asText().equals("roles"));
        }
        await().until(() -> extra.status("extra-objects"), "INTERRUPTED"::equals);
        findBefore("extra-objects");
        ImportAnswer first = extra.post(verify + "extra-objects", body);
        ImportAnswer again = extra.post(verify + "extra-objects", body);

        for (ImportAnswer answer : List.of(first, again)) {
            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(extras(answer))
                    .containsExactlyInAnyOrder(
                            "roles planted", "groups /planted", "users planted", "user-capabilities ann");
            assertThat(answer.count("same")).isEqualTo(answer.count("read") - 4);
            assertThat(counts(answer.summary().get("parts"), "extra"))
                    .isEqualTo(Map.of(
                            "client-scopes", 0L, "roles", 1L, "groups", 1L, "users", 1L, "user-capabilities", 1L));
        }
        assertThat(first.chunks())
                .anyMatch(chunk -> chunk.has("resumed"))
                .anyMatch(chunk -> chunk.has("firstLine") && !chunk.has("resumed"));
        assertThat(extra.job("extra-objects").get("parts"))
                .isEqualTo(first.summary().get("parts"));
        JsonNode report = extra.admin().get(extra.path("jobs/extra-objects/report"));
        assertThat(report.at("/parts/groups/extra").asLong()).isEqualTo(1);
        assertThat(report.at("/parts/client-scopes/extra").asLong(-1)).isZero();

        // Exactly the kinds that the caller chooses, with lines or without.
        ImportAnswer chosen = extra.post(verify + "chosen&kinds=roles,clients,identity-providers", body);
        assertThat(extras(chosen)).contains("roles planted", "clients planted");
        assertThat(names(chosen.summary().get("parts")))
                .containsExactly(
                        "client-scopes",
                        "roles",
                        "groups",
                        "users",
                        "user-capabilities",
                        "clients",
                        "identity-providers");
        assertThat(chosen.summary().get("parts").findValuesAsText("extra"))
                .containsExactly(
                        "1",
                        String.valueOf(export("stream-extra", "?kinds=clients")
                                .records()
                                .size()),
                        "0");
        assertThat(extra.job("chosen").get("parts")).isEqualTo(chosen.summary().get("parts"));
        assertThat(extra.job("chosen").at("/scope/kinds").asText()).isEqualTo("clients,identity-providers,roles");

        // Of a kind whose records are refused, nothing is told.
        ImportAnswer seen = callers.importing(viewer).post(verify + "seen", body);
        assertThat(extras(seen)).containsExactlyInAnyOrder("groups /planted", "users planted", "user-capabilities ann");
        assertThat(seen.rejects())
                .isNotEmpty()
                .allMatch(line -> line.get("code").asText().equals("forbidden"));
        assertThat(callers.importing(viewer)
                        .post(verify + "unseen&kinds=users,roles", body)
                        .status())
                .isEqualTo(403);
    }

    /** As if an earlier run had searched, and found five objects. */
    private static void findBefore(String job) {
        try (Sql sql = new Sql(server.database())) {
            sql.execute(
                    "insert into keylift_import_chunk (job_uid, chunk, first_line, last_line, digest, added, updated,"
                            + " removed, skipped, rejected, kind, millis) select job_uid, -1, 0, 0, digest, 0, 0, 5, 0,"
                            + " 0, kind, 0 from keylift_import_chunk where chunk = 1 and job_uid in"
                            + " (select uid from keylift_import_job where job_id = ?)",
                    job);
        }
    }

    private static List<String> extras(ImportAnswer verification) {
        return verification.ofType("record").stream()
                .filter(line -> line.get("outcome").asText().equals("extra"))
                .map(line -> line.get("kind").asText() + " " + line.get("key").asText())
                .toList();
    }

    /** What refers to others goes first: users, groups, roles. Kinds without a line stay as they are. */
    @Test
    void aMirrorRemovesWhatNoLineNames() throws IOException {
        ImportClient mirrored = ImportClient.inNewRealm(server, "stream-mirrored");
        mirrored.post("", STREAM);
        String kinds = "?kinds=roles,groups,users";
        ExportAnswer exported = export("stream-mirrored", kinds);
        String body = exported.body();
        mirrored.post("", EXTRAS);
        mirrored.post("users?ifExists=merge", "{\"username\":\"cleo\",\"firstName\":\"C\"}");
        String planted = export("stream-mirrored", kinds).body();
        String mirror = "?op=mirror&scope=realm&maxRemovals=";

        ImportAnswer unknown = mirrored.post(mirror + "3&chunkSize=1", body + "{\"kind\":\"clowns\",\"record\":{}}\n");
        ImportAnswer excess = mirrored.post(mirror + "2", body);
        ImportAnswer done = mirrored.post(mirror + "3&job=mirrored", body);

        assertThat(unknown.addsUp().end()).isEqualTo("STOPPED mirror_incomplete");
        assertThat(excess.addsUp().end()).isEqualTo("STOPPED too_many_removals");
        assertThat(unknown.count("removed") + excess.count("removed")).isZero();
        assertThat(planted).contains("\"planted\"", "\"/planted\"");
        assertThat(done.addsUp().end()).as("%s", done.lines()).isEqualTo("COMPLETED");
        assertThat(done.rejects()).isEmpty();
        assertThat(done.ofType("record").stream()
                        .map(line -> line.get("kind").asText() + " "
                                + line.get("key").asText() + " "
                                + line.get("outcome").asText()))
                .containsExactly("users planted removed", "groups /planted removed", "roles planted removed");
        assertThat(counts(done.summary().get("parts"), "removed"))
                .isEqualTo(Map.of("roles", 1L, "groups", 1L, "users", 1L));
        assertThat(mirrored.job("mirrored").get("parts"))
                .isEqualTo(done.summary().get("parts"));
        assertThat(recordLines(export("stream-mirrored", kinds))).isEqualTo(recordLines(exported));
        assertThat(export("stream-mirrored", "?kinds=clients").body()).contains("\"planted\"");
        assertThat(mirrored.post(mirror + "3&job=mirrored", body).count("removed"))
                .isEqualTo(3);

        // Of a kind that the caller may not mirror, nothing is removed.
        mirrored.post("", EXTRAS);
        Callers callers = new Callers(server, "stream-mirrored");
        ImportAnswer partly = callers.importing(callers.with("manage-users")).post(mirror + "3", body);
        assertThat(partly.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(counts(partly.summary().get("parts"), "removed"))
                .isEqualTo(Map.of("roles", 0L, "groups", 1L, "users", 1L));
    }

    @Test
    void aDryRemovalTellsWhatWouldGo() throws IOException {
        ImportClient removed = ImportClient.inNewRealm(server, "stream-removed");
        removed.post("", STREAM);
        String body = """
                {"kind":"role-mappings","record":{"username":"ann","realmRoles":["late"]}}
                {"kind":"users","record":{"username":"ann"}}
                {"kind":"users","record":{"username":"ann"}}
                {"kind":"users","record":{"username":"nobody"}}
                {"kind":"groups","record":{"path":"/staff"}}
                {"kind":"roles","record":{"name":"late"}}
                """;
        String remove = "?op=remove&results=all&chunkSize=1";

        ImportAnswer dry = removed.post(remove + "&dryRun=true", body);
        String before = export("stream-removed", "?kinds=roles,groups,users").body();
        ImportAnswer done = removed.post(remove, body);

        assertThat(dry.outcomes())
                .isEqualTo(new TreeMap<>(
                        Map.of(1, "removed", 2, "removed", 3, "skipped", 4, "skipped", 5, "removed", 6, "removed")))
                .isEqualTo(done.outcomes());
        assertThat(before).contains("\"ann\"", "\"/staff\"", "\"late\"");
        assertThat(export("stream-removed", "?kinds=roles,groups,users").body())
                .doesNotContain("\"ann\"", "\"/staff\"", "\"late\"");
    }

    @Test
    void anExportContinuesBehindAnyPosition() throws IOException {
        client.post("users", "{\"username\":\"x-1\"}\n{\"username\":\"x-2\"}\n{\"username\":\"x-3\"}\n");
        List<String> records = recordLines(export("streamed", "?kinds=users,roles,groups"));
        int second = IntStream.range(0, records.size())
                .filter(i -> records.get(i).contains("\"x-2\""))
                .findFirst()
                .orElseThrow();
        int users = IntStream.range(0, records.size())
                .filter(i -> records.get(i).startsWith("{\"kind\":\"users\""))
                .findFirst()
                .orElseThrow();
        List<String> positions = export("streamed", "?kinds=users,roles,groups").progress().stream()
                .map(progress -> progress.get("after").asText())
                .toList();

        assertThat(positions).containsExactly("roles", "groups");
        assertThat(recordLines(export("streamed", "?kinds=users,roles,groups&after=users:x-2")))
                .isEqualTo(records.subList(second + 1, records.size()));
        assertThat(recordLines(export("streamed", "?kinds=users,roles,groups&after=groups")))
                .isEqualTo(records.subList(users, records.size()));
    }

    @Test
    void whatNoStreamOfSeveralKindsCanDoIsRefused() throws IOException {
        for (String parameters : List.of("?op=mirror&client=shop", "?dryRun=true", "?undo=true")) {
            ImportAnswer answer = client.post(parameters, STREAM);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.errorMessage()).contains("kind");
        }
        for (String parameters : List.of("?op=verify&kinds=roles", "?op=verify&extra=true&kinds=clowns")) {
            ImportAnswer answer = client.post(parameters, STREAM);
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
        return export(realm.name(), parameters).whole();
    }

    private static ExportAnswer export(String realm, String parameters) {
        return new ExportAnswer(
                server.admin().send("GET", "/admin/realms/" + realm + "/bulk-export" + parameters, null));
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

    private static List<String> recordLines(ExportAnswer export) {
        return export.whole().records().stream().map(ObjectNode::toString).toList();
    }

    private static List<String> kindsOf(ExportAnswer export) {
        return export.records().stream()
                .map(line -> line.get("kind").asText())
                .distinct()
                .toList();
    }

    private static List<String> names(JsonNode parts) {
        return StreamSupport.stream(parts.spliterator(), false)
                .map(part -> part.get("kind").asText())
                .toList();
    }

    private static Map<String, Long> counts(JsonNode parts, String count) {
        return StreamSupport.stream(parts.spliterator(), false)
                .collect(Collectors.toMap(
                        part -> part.get("kind").asText(),
                        part -> part.get(count).asLong()));
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
        return counts(answer.summary().get("parts"), "updated").entrySet().stream()
                .filter(part -> part.getValue() > 0)
                .map(Map.Entry::getKey)
                .toList();
    }
}
