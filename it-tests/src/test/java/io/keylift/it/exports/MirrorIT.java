// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static io.keylift.it.exports.MirroredRealm.names;
import static io.keylift.it.exports.MirroredRealm.removed;
import static io.keylift.it.exports.MirroredRealm.user;
import static io.keylift.it.exports.MirroredRealm.usernames;
import static io.keylift.it.exports.MirroredRealm.users;
import static io.keylift.it.exports.MirroredRealm.withoutSessions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.KindRealms;
import io.keylift.it.imports.rights.FineGrainedPermissions;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The removals of {@code op=mirror}: which objects it removes, which it keeps, and when it removes nothing. */
@OnSharedServer
class MirrorIT {

    private static final String REALM = "mirror";
    private static final int FRESH = 9;
    private static final int DROPPED = 4;
    private static final KindRealms OF_KINDS = new KindRealms("mirrored", Map.of());

    private static TwinRealm realm;
    private static Callers callers;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = TwinRealm.create(server, REALM, Callers.CHEAP_PASSWORDS).withOrganizations("home", "away");
        realm.demandNothingOfNewUsers();
        callers = new Callers(server, REALM);
    }

    static List<Named<KindContract>> kinds() {
        return Contracts.named(kind -> kind.isExportable() && kind.isRemovable());
    }

    private static ImportAnswer mirror(String query, String... records) throws IOException {
        return realm.imports().post(query, List.of(records));
    }

    /** The realm's own export without some records: nothing but what these name goes. */
    @ParameterizedTest
    @MethodSource("kinds")
    void everyKindIsMadeEqualToTheStream(KindContract kind, SharedServer server) throws IOException {
        TwinRealm realm = OF_KINDS.of(server.admin(), kind);
        kind.prepareRecords(realm, 0, FRESH);
        List<ObjectNode> fresh =
                IntStream.range(0, FRESH).mapToObj(kind::record).toList();
        realm.imports().post(kind.kind(), Records.lines(fresh));
        String dropped = Records.lines(fresh.subList(0, DROPPED));
        List<ObjectNode> going = ExportAnswer.post(realm.admin(), realm.name(), kind.kind(), dropped)
                .records();
        List<ObjectNode> all = ExportAnswer.get(realm.admin(), realm.name(), kind.kind())
                .whole()
                .records();
        List<ObjectNode> stream = new ArrayList<>(all);
        stream.removeAll(going);
        String path = kind.kind() + "?op=mirror&scope=realm&parallelism=3&maxRemovals=" + DROPPED + "&chunkSize="
                + (stream.size() / 4 + 1);
        RealmRows before = RealmRows.of(server.database(), realm.name());

        ImportAnswer dry = realm.imports().post(path + "&dryRun=true", Records.lines(stream));
        Map<String, Integer> changed =
                RealmRows.of(server.database(), realm.name()).growthSince(before);
        ImportAnswer answer = realm.imports().post(path, Records.lines(stream));
        ImportAnswer again = realm.imports().post(path, Records.lines(stream));

        assertThat(going).hasSize(DROPPED);
        assertThat(changed).isEmpty();
        for (ImportAnswer each : List.of(dry, answer)) {
            assertThat(each.addsUp().end()).as("%s", each.lines()).isEqualTo("COMPLETED");
            assertThat(removed(each)).hasSize(DROPPED).isEqualTo(removed(dry));
            assertThat(each.count("removed")).isEqualTo(DROPPED);
        }
        assertThat(again.count("removed")).as("%s", again.lines()).isZero();
        assertThat(again.count("skipped")).isEqualTo(stream.size());
        // Whoever has lost all roles still has the default role, and whoever has lost all capabilities is known.
        if (!kind.kind().equals("role-mappings") && !kind.kind().endsWith("-capabilities")) {
            assertThat(ExportAnswer.get(realm.admin(), realm.name(), kind.kind())
                            .whole()
                            .records())
                    .hasSize(stream.size());
        }
    }

    /** An empty stream for each kind, and all that Keycloak and its administrators need is still there. */
    @Test
    void whatKeepsARealmWorkingIsNeverRemoved(SharedServer server) throws IOException {
        MirroredRealm.Working working = MirroredRealm.working(server);
        TwinRealm realm = working.realm();
        Callers callers = new Callers(server, realm.name());
        AdminHttp caller = callers.with("realm-admin");
        String self = callers.admin()
                .get(realm.path("users?search=caller-"))
                .at("/0/username")
                .asText();
        Map<String, List<String>> going = Map.of(
                "role-mappings", List.of("plain", "/staff"),
                "group-members", List.of("plain", "plain"),
                "organization-members", List.of("plain"),
                "users", List.of("plain"),
                "groups", List.of("/staff", "/guests", "/everyone", "/Zoë & Söhne"),
                "roles", List.of("writer", "chief", "Größe 規模", "buyer", "seller", "reader", "keeper"),
                "clients", List.of("shop", "stock.room/1", "machine"),
                "client-scopes", List.of("special"),
                "scope-mappings", List.of(),
                "organizations", List.of("plain"));
        RealmRows before = RealmRows.of(server.database(), realm.name());

        for (String kind : going.keySet()) {
            ImportAnswer dry =
                    callers.importing(caller).post(kind + "?op=mirror&scope=realm&maxRemovals=100%25&dryRun=true", "");

            assertThat(dry.addsUp().end()).as("%s", dry.lines()).isEqualTo("COMPLETED");
            assertThat(removed(dry).stream().map(key -> key.replaceAll("^(/guests|/everyone|plain):(?=.)", "")))
                    .as(kind)
                    .containsExactlyInAnyOrderElementsOf(going.get(kind));
        }
        assertThat(withoutSessions(RealmRows.of(server.database(), realm.name())))
                .isEqualTo(withoutSessions(before));
        for (String kind : List.of("role-mappings", "users", "roles", "groups", "clients", "client-scopes")) {
            ImportAnswer real =
                    callers.importing(caller).post(kind + "?op=mirror&scope=realm&maxRemovals=100%25&chunkSize=2", "");

            assertThat(real.addsUp().end()).as("%s", real.lines()).isEqualTo("COMPLETED");
            assertThat(real.rejects()).isEmpty();
        }
        assertThat(names(realm, "users?fields=username"))
                .containsExactlyInAnyOrder("by-group", "by-role", "stored", self);
        assertThat(names(realm, "groups?fields=path"))
                .containsExactlyInAnyOrder("/ops", "/ops/night", "/above", "/above/ops");
        assertThat(caller.get(realm.path("users/" + working.robot()))
                        .path("username")
                        .asText())
                .isEqualTo("service-account-robot");
        callers.signIn(self);
    }

    @Test
    void onlyWhatIsWithinTheScopeGoes(SharedServer server) throws IOException {
        mirrorless("roles", "{\"name\":\"of-realm\"}", "{\"name\":\"of-shop\",\"client\":\"shop\"}");
        mirrorless("users", users("scoped-", 0, 4).toArray(String[]::new));
        mirrorless(
                "organization-members",
                member("home", 0),
                member("home", 1),
                member("home", 2),
                member("away", 0),
                member("away", 3));
        mirrorless(
                "group-members",
                "{\"group\":\"/guests\",\"username\":\"scoped-0\"}",
                "{\"group\":\"/staff\",\"username\":\"scoped-0\"}");
        mirrorless(
                "role-mappings",
                "{\"username\":\"scoped-0\",\"realmRoles\":[\"of-realm\"],\"clientRoles\":{\"shop\":[\"of-shop\"],"
                        + "\"stock.room/1\":[\"keeper\"]}}");
        mirrorless(
                "capabilities",
                "{\"name\":\"a.one\",\"source\":\"a\"}",
                "{\"name\":\"a.two\",\"source\":\"a\"}",
                "{\"name\":\"b.one\",\"source\":\"b\"}");
        mirrorless("groups", "{\"path\":\"/kept/below\"}", "{\"path\":\"/going/below/deeper\"}");

        assertThat(removed(mirror("organization-members?op=mirror&organization=home&maxRemovals=2", member("home", 1))))
                .containsExactlyInAnyOrder("home:scoped-0", "home:scoped-2");
        assertThat(removed(mirror("group-members?op=mirror&group=/guests&maxRemovals=100%25")))
                .containsExactly("/guests:scoped-0");
        assertThat(removed(mirror("users?op=mirror&organization=away&maxRemovals=1", user("scoped-0"))))
                .containsExactly("scoped-3");
        assertThat(removed(mirror("role-mappings?op=mirror&client=shop&maxRemovals=1")))
                .containsExactly("scoped-0");
        assertThat(removed(mirror(
                        "roles?op=mirror&client=shop&maxRemovals=1",
                        "{\"name\":\"buyer\",\"client\":\"shop\"}",
                        "{\"name\":\"seller\",\"client\":\"shop\"}",
                        "{\"name\":\"reader\",\"client\":\"shop\"}")))
                .containsExactly("of-shop");
        assertThat(removed(mirror(
                        "capabilities?op=mirror&source=a&maxRemovals=1", "{\"name\":\"a.one\",\"source\":\"a\"}")))
                .containsExactly("a.two");
        assertThat(removed(mirror(
                        "groups?op=mirror&scope=realm&maxRemovals=10&chunkSize=2",
                        "{\"path\":\"/kept/below\"}",
                        "{\"path\":\"/staff/emea/sales\"}",
                        "{\"path\":\"/guests\"}",
                        "{\"path\":\"/everyone\"}",
                        "{\"path\":\"/Zoë & Söhne\"}")))
                .contains("/going", "/staff/emea/support", "/staff/apac")
                .doesNotContain("/kept", "/staff", "/staff/emea", "/staff/emea/sales");

        assertThat(names(realm, "groups?fields=path"))
                .containsExactlyInAnyOrder(
                        "/kept",
                        "/kept/below",
                        "/staff",
                        "/staff/emea",
                        "/staff/emea/sales",
                        "/guests",
                        "/everyone",
                        "/Zoë & Söhne");
        assertThat(names(realm, "organization-members?organization=away&fields=username"))
                .containsExactly("scoped-0");
        assertThat(names(realm, "group-members?group=/staff&fields=username")).containsExactly("scoped-0");
        assertThat(names(realm, "capabilities?fields=name")).containsExactly("a.one", "b.one");
        assertThat(names(realm, "roles?fields=name")).contains("of-realm");
        JsonNode left = ExportAnswer.post(realm.admin(), REALM, "role-mappings", "{\"username\":\"scoped-0\"}\n")
                .records()
                .get(0);
        assertThat(left.get("realmRoles").toString()).contains("of-realm", "default-roles-mirror");
        assertThat(left.get("clientRoles")).hasToString("{\"stock.room/1\":[\"keeper\"]}");
    }

    private static String member(String organization, int user) {
        return "{\"organization\":\"" + organization + "\",\"username\":\"scoped-" + user + "\"}";
    }

    private static void mirrorless(String kind, String... records) throws IOException {
        assertThat(realm.imports().post(kind, List.of(records)).count("added"))
                .as(kind)
                .isEqualTo(records.length);
    }

    @Test
    void nothingGoesUnlessAllKeysAreReadToTheEnd(SharedServer server) throws IOException {
        TwinRealm realm = MirroredRealm.fresh(server.admin(), "unread", 6);
        String path = "users?op=mirror&scope=realm&maxRemovals=100%25&results=all&chunkSize=2";

        for (String unread : List.of("{\"username\":\"unread-1\"", "{\"email\":[1,2]}", "{\"firstName\":\"Jane\"}")) {
            ImportAnswer answer = realm.imports().post(path, List.of(user("unread-0"), unread));

            assertThat(answer.addsUp().end()).as(unread).isEqualTo("STOPPED mirror_incomplete");
            assertThat(answer.count("removed")).isZero();
        }
        ImportAnswer brokenOff =
                realm.imports().post(path, "application/json", ("[" + user("unread-0") + ",").getBytes());
        assertThat(brokenOff.end()).doesNotStartWith("COMPLETED");
        try (LiveImport live = realm.imports().open(path + "&job=gone")) {
            live.send(user("unread-0") + "\n" + user("unread-1") + "\n");
            live.awaitChunks(1);
        }
        await().until(() -> realm.imports().status("gone").equals("INTERRUPTED"));
        assertThat(usernames(realm)).hasSize(6);

        ImportAnswer rejected = realm.imports()
                .post(
                        path,
                        List.of(
                                "{\"username\":\"unread-1\",\"colour\":\"blue\"}",
                                "{\"username\":\"unread-2\",\"realmRoles\":[\"nowhere\"]}",
                                "{\"username\":\"new\",\"realmRoles\":[\"nowhere\"]}",
                                user("unread-3")));
        assertThat(rejected.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(rejected.count("rejected")).isEqualTo(3);
        assertThat(removed(rejected)).containsExactlyInAnyOrder("unread-0", "unread-4", "unread-5");
        assertThat(usernames(realm)).containsExactlyInAnyOrder("unread-1", "unread-2", "unread-3");
    }

    /** Imported records stay imported, and the same job continues once the removals are allowed. */
    @Test
    void tooManyRemovalsRemoveNothingAndCanBeAllowedLater(SharedServer server) throws IOException {
        TwinRealm realm = MirroredRealm.fresh(server.admin(), "many", 12);
        List<String> stream = new ArrayList<>(users("many-", 0, 7));
        stream.add(user("added"));
        String path = "users?op=mirror&scope=realm&job=many&chunkSize=2";

        ImportAnswer dry = realm.imports().post("users?op=mirror&scope=realm&dryRun=true", stream);
        ImportAnswer tooMany = realm.imports().post(path, stream);
        ImportAnswer stillTooMany = realm.imports().post(path + "&maxRemovals=4", stream);

        assertThat(removed(dry)).hasSize(5);
        assertThat(dry.end()).isEqualTo("STOPPED too_many_removals");
        for (ImportAnswer each : List.of(tooMany, stillTooMany)) {
            assertThat(each.addsUp().end()).isEqualTo("STOPPED too_many_removals");
            assertThat(each.count("removed")).isZero();
            assertThat(each.count("added")).isEqualTo(1);
        }
        assertThat(tooMany.summary().get("message").asText()).contains("5 of 13", "0.1%", "allows 0");
        assertThat(usernames(realm)).hasSize(13);
        for (String other : List.of("op=mirror&group=/guests", "ifExists=overwrite")) {
            assertThat(realm.imports()
                            .post("users?job=many&chunkSize=2&" + other, stream)
                            .status())
                    .as(other)
                    .isEqualTo(409);
        }
        ImportAnswer allowed = realm.imports().post(path + "&maxRemovals=40%25", stream);
        ImportAnswer again = realm.imports().post(path + "&maxRemovals=0", stream);
        for (ImportAnswer each : List.of(allowed, again)) {
            assertThat(each.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(each.count("removed")).isEqualTo(5);
            assertThat(removed(each)).containsExactlyInAnyOrderElementsOf(removed(dry));
        }
        assertThat(usernames(realm)).hasSize(8);
        JsonNode job = realm.imports().job("many");
        assertThat(job.get("op").asText()).isEqualTo("mirror");
        assertThat(job.get("scope")).hasToString("{\"scope\":\"realm\"}");
        assertThat(job.get("removed").asLong()).isEqualTo(5);
        assertThat(realm.admin()
                        .send("GET", realm.path("bulk-import/jobs/many/rejects"), null)
                        .body()
                        .lines()
                        .map(AdminHttp::parse))
                .extracting(line -> line.get("code").asText() + line.has("line"))
                .containsOnly("removedfalse")
                .hasSize(5);
    }

    @Test
    void law8_aMirrorNeedsTheRightToImportAndToRemove() throws IOException {
        for (String role : callers.adminRoles()) {
            ImportClient caller = callers.importing(callers.with(role));
            for (String kind : List.of("users", "roles", "groups", "clients", "organizations", "role-mappings")) {
                int imported = caller.post(kind, "").status();
                int removed = caller.post(kind + "?op=remove", "").status();

                int mirrored = caller.post(kind + "?op=mirror&scope=realm&dryRun=true", "")
                        .status();

                assertThat(mirrored).as("%s %s", role, kind).isEqualTo(Math.max(imported, removed));
            }
        }
    }

    @Test
    void law8_fineGrainedPermissionsCountForEachUser(SharedServer server) throws IOException {
        Callers fine = FineGrainedPermissions.realm(server, "mirror-fine-grained");
        FineGrainedPermissions permissions = new FineGrainedPermissions(fine, fine.create("caller"));
        permissions.allow("Users", "view", "manage");
        permissions.deny("Users", fine.create("unmanaged"), "manage");
        permissions.deny("Users", fine.create("hidden"), "view", "manage");
        fine.create("going");
        fine.create("named");
        ImportClient caller = fine.importing(fine.signIn("caller"));

        ImportAnswer answer = caller.post("users?op=mirror&scope=realm&maxRemovals=10", user("named"));

        assertThat(answer.addsUp().rejects())
                .extracting(line ->
                        line.get("key").asText() + " " + line.get("code").asText() + line.has("line"))
                .containsExactly("unmanaged forbiddenfalse");
        assertThat(removed(answer)).containsExactly("going");
        assertThat(fine.userId("hidden")).isNotNull();
        assertThat(fine.userId("caller")).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "users?op=mirror | `scope=realm`, `group`, `organization`",
                "clients?op=mirror | The scopes of kind clients are `scope=realm`",
                "roles?op=mirror&organization=home | `organization` is no scope of kind roles; its scopes are "
                        + "`scope=realm`, `client`",
                "users?op=mirror&client=shop | `client` is no scope of kind users",
                "users?op=mirror&organization=nowhere | `organization`: the caller may view no organization",
                "capabilities?op=mirror | `scope=realm`, `source`",
                "users?op=mirror&scope=realm&ifExists=overwrite | `ifExists` has no effect with `op=mirror`",
                "users?op=mirror&scope=realm&group=/staff | `scope=realm` excludes",
                "users?op=mirror&scope=realm&maxRemovals=101%25 | `maxRemovals` must be a number of objects",
                "department-members?op=mirror&group=/sales | `group` has no effect without `organization`",
                "realm-attributes?op=mirror&scope=realm | `op=mirror` is not available for kind realm-attributes",
            })
    void whatAMirrorCannotMeanIsRefused(String query, String message) throws IOException {
        ImportAnswer refused = realm.imports().post(query, "{\"username\":\"kept\"}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.errorMessage()).contains(message);
    }
}
