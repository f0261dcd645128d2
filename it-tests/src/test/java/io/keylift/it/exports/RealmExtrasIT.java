// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Objects of a realm that a stream of several kinds lacks: a verification reports them, a mirror removes them. */
@OnSharedServer
class RealmExtrasIT {

    /** Objects that no line of a stream names. */
    private static final String EXTRAS = """
            {"kind":"roles","record":{"name":"planted"}}
            {"kind":"groups","record":{"path":"/planted","realmRoles":["planted"]}}
            {"kind":"users","record":{"username":"planted","groups":["/planted"]}}
            {"kind":"clients","record":{"clientId":"planted"}}
            """;

    private static SharedServer server;

    @BeforeAll
    static void realm(SharedServer shared) {
        server = shared;
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
        extra.post("", RealmStreams.STREAM);
        extra.admin()
                .put(
                        "/admin/realms/stream-extra/capabilities/sources/base",
                        Records.json("{version:'1',capabilities:[{name:'view'}]}"));
        extra.post("user-capabilities", "{\"username\":\"ben\",\"add\":[\"view\"]}");
        String body = RealmStreams.export(
                        server.admin(), "stream-extra", "?kinds=roles,groups,users,client-scopes,user-capabilities")
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
            assertThat(RealmStreams.counts(answer.summary().get("parts"), "extra"))
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
        assertThat(RealmStreams.names(chosen.summary().get("parts")))
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
                        String.valueOf(RealmStreams.export(server.admin(), "stream-extra", "?kinds=clients")
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

    /** Referrers are removed first: users, groups, roles. Kinds without a line keep their objects. */
    @Test
    void aMirrorRemovesWhatNoLineNames() throws IOException {
        ImportClient mirrored = ImportClient.inNewRealm(server, "stream-mirrored");
        mirrored.post("", RealmStreams.STREAM);
        String kinds = "?kinds=roles,groups,users";
        ExportAnswer exported = RealmStreams.export(server.admin(), "stream-mirrored", kinds);
        String body = exported.body();
        mirrored.post("", EXTRAS);
        mirrored.post("users?ifExists=merge", "{\"username\":\"cleo\",\"firstName\":\"C\"}");
        String planted =
                RealmStreams.export(server.admin(), "stream-mirrored", kinds).body();
        String mirror = "?op=mirror&scope=realm&maxRemovals=";
        // A mirror overwrites, whatever a line says.
        String sent = body.replace("{\"kind\":\"users\",", "{\"kind\":\"users\",\"ifExists\":\"skip\",");

        ImportAnswer unknown = mirrored.post(mirror + "3&chunkSize=1", sent + "{\"kind\":\"clowns\",\"record\":{}}\n");
        ImportAnswer excess = mirrored.post(mirror + "2", sent);
        ImportAnswer done = mirrored.post(mirror + "3&job=mirrored", sent);

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
        assertThat(RealmStreams.counts(done.summary().get("parts"), "removed"))
                .isEqualTo(Map.of("roles", 1L, "groups", 1L, "users", 1L));
        assertThat(mirrored.job("mirrored").get("parts"))
                .isEqualTo(done.summary().get("parts"));
        assertThat(RealmStreams.recordLines(RealmStreams.export(server.admin(), "stream-mirrored", kinds)))
                .isEqualTo(RealmStreams.recordLines(exported));
        assertThat(RealmStreams.export(server.admin(), "stream-mirrored", "?kinds=clients")
                        .body())
                .contains("\"planted\"");
        assertThat(mirrored.post(mirror + "3&job=mirrored", sent).count("removed"))
                .isEqualTo(3);

        // Of a kind that the caller may not mirror, nothing is removed.
        mirrored.post("", EXTRAS);
        Callers callers = new Callers(server, "stream-mirrored");
        ImportAnswer partly = callers.importing(callers.with("manage-users")).post(mirror + "3", body);
        assertThat(partly.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(RealmStreams.counts(partly.summary().get("parts"), "removed"))
                .isEqualTo(Map.of("roles", 0L, "groups", 1L, "users", 1L));
    }

    @Test
    void aDryRemovalTellsWhatWouldGo() throws IOException {
        ImportClient removed = ImportClient.inNewRealm(server, "stream-removed");
        removed.post("", RealmStreams.STREAM);
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
        String before = RealmStreams.export(server.admin(), "stream-removed", "?kinds=roles,groups,users")
                .body();
        ImportAnswer done = removed.post(remove, body);

        assertThat(dry.outcomes())
                .isEqualTo(new TreeMap<>(
                        Map.of(1, "removed", 2, "removed", 3, "skipped", 4, "skipped", 5, "removed", 6, "removed")))
                .isEqualTo(done.outcomes());
        assertThat(before).contains("\"ann\"", "\"/staff\"", "\"late\"");
        assertThat(RealmStreams.export(server.admin(), "stream-removed", "?kinds=roles,groups,users")
                        .body())
                .doesNotContain("\"ann\"", "\"/staff\"", "\"late\"");
    }
}
