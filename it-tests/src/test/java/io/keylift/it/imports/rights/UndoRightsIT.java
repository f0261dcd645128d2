// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.KindRealms;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Law 8 for undos: an undo does what its caller may do by an import and by a removal. */
@OnTunedServer
class UndoRightsIT {

    private static final KindRealms REALMS = new KindRealms("rights-of-undos", Callers.CHEAP_PASSWORDS);

    private static final Set<String> KINDS = Set.of(
            "client-scopes",
            "departments",
            "group-members",
            "groups",
            "organizations",
            "policies",
            "role-mappings",
            "roles",
            "users");

    /** By realm. */
    private static final Map<String, Callers> CALLERS = new HashMap<>();

    /**
     * So far. An undo that loses the model of the realm between its parts fails until the engine tries its objects one
     * by one: the end is the same, 5 s later.
     */
    private static long unknownFailures(TunedServer server) throws IOException {
        try (Stream<String> log = Files.lines(server.keycloak().log())) {
            return log.filter(line -> line.contains("A chunk failed (UNKNOWN)")).count();
        }
    }

    static List<Named<KindContract>> kinds() {
        return Contracts.named(kind -> KINDS.contains(kind.kind()));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void law8_whoMayImportAndRemoveMayUndo(KindContract kind, TunedServer server) throws IOException {
        TwinRealm realm = REALMS.of(server.admin(), kind);
        kind.prepareRights(realm);
        Callers callers = CALLERS.computeIfAbsent(realm.name(), name -> {
            realm.demandNothingOfNewUsers();
            return new Callers(server.keycloak(), server.admin(), name);
        });
        ImportClient owner = realm.imports();
        long unknownFailures = unknownFailures(server);
        assertThat(post(owner, kind, "added", "", kind.plainRecord(0)).count("added"))
                .isEqualTo(1);
        owner.post(kind.kind(), kind.plainRecord(1).toString());
        assertThat(post(owner, kind, "removed", "&op=remove", kind.plainRecord(1))
                        .count("removed"))
                .isEqualTo(1);
        int number = 2;
        for (String role : callers.adminRoles()) {
            ImportClient caller = callers.importing(callers.with(role));
            int allowed = Math.max(
                    caller.post(kind.kind(), "").status(),
                    caller.post(kind.kind() + "?op=remove", "").status());
            if (allowed == 403) {
                for (String job : List.of("added", "removed")) {
                    assertThat(undo(caller, kind, job).status())
                            .as("%s of %s", role, job)
                            .isEqualTo(403);
                }
            } else {
                assertUndone(caller, kind, role, number++);
            }
        }
        // Who manages clients may import some roles, and undo no job of others.
        if (kind.kind().equals("roles")) {
            assertThat(undo(callers.importing(callers.with("manage-clients")), kind, "added")
                            .status())
                    .isEqualTo(403);
        }
        ImportClient admin = callers.importing(callers.with("realm-admin"));
        assertGivenBack(undo(admin, kind, "removed"), "added");
        // A group above stays if the second record is below it, too.
        ImportAnswer undone = undo(admin, kind, "added");
        assertThat(undone.addsUp().count("removed") + undone.count("updated")).isPositive();
        assertThat(unknownFailures(server)).as("chunks that failed").isEqualTo(unknownFailures);
    }

    /** The caller's own import and removal. */
    private static void assertUndone(ImportClient caller, KindContract kind, String role, int number)
            throws IOException {
        JsonNode record = kind.plainRecord(number, role);
        ImportAnswer added = post(caller, kind, "added-by-" + role, "", record);
        assertThat(added.count("added")).as("%s %s", role, added.lines()).isEqualTo(1);
        assertGivenBack(undo(caller, kind, "added-by-" + role), "removed");
        caller.post(kind.kind(), record.toString());
        assertThat(post(caller, kind, "removed-by-" + role, "&op=remove", record)
                        .count("removed"))
                .as(role)
                .isEqualTo(1);
        assertGivenBack(undo(caller, kind, "removed-by-" + role), "added");
    }

    /** Mappings are an update of a user who has some anyway. */
    private static void assertGivenBack(ImportAnswer undone, String outcome) {
        assertThat(undone.addsUp().rejects()).isEmpty();
        assertThat(undone.count(outcome) + undone.count("updated"))
                .as("%s", undone.lines())
                .isPositive();
    }

    private static ImportAnswer post(
            ImportClient caller, KindContract kind, String job, String parameters, JsonNode record) throws IOException {
        return caller.post(kind.kind() + "?undo=true&job=" + job + "-" + kind.kind() + parameters, record.toString());
    }

    private static ImportAnswer undo(ImportClient caller, KindContract kind, String job) throws IOException {
        return undo(caller, job + "-" + kind.kind());
    }

    private static ImportAnswer undo(ImportClient caller, String job) throws IOException {
        return caller.post("jobs/" + job + "/undo?results=all", "");
    }

    /** The second chunk waits for a locked row, and the right is gone when the third begins. */
    @Test
    void law11_whoLosesTheRightWhileAnUndoRunsUndoesNoFurther(TunedServer server) throws IOException {
        Callers callers = new Callers(
                server.keycloak(), server.admin(), server.realm("undo-deprived").realm());
        String user = callers.path("users/" + callers.create("deprived"));
        String management = callers.clientId(Callers.REALM_MANAGEMENT);
        String mappings = user + "/role-mappings/clients/" + management;
        List<JsonNode> right =
                List.of(callers.admin().get(callers.path("clients/" + management + "/roles/manage-users")));
        callers.admin().post(mappings, right);
        ImportClient caller = callers.importing(callers.signIn("deprived"));
        caller.post(
                "groups?undo=true&chunkSize=1&job=groups",
                IntStream.range(0, 5)
                        .mapToObj(i -> "{\"path\":\"/group-" + i + "\"}")
                        .toList());
        try (Sql holder = new Sql(server.database())) {
            holder.begin();
            holder.execute("select * from keycloak_group where name = 'group-3' for update");
            try (LiveImport undo = caller.open("jobs/groups/undo")) {
                undo.sendInBackground(out -> {});
                undo.awaitChunks(1);
                assertThat(callers.admin().send("DELETE", mappings, right).statusCode())
                        .isEqualTo(204);
                holder.rollback();

                assertThat(undo.answer().end()).isEqualTo("FAILED caller_gone");
            }
        }
        assertThat(callers.admin().get(callers.path("groups"))).hasSizeBetween(3, 4);
        ImportAnswer resumed = undo(callers.importing(callers.admin()), "groups");
        assertThat(resumed.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(resumed.count("removed")).isEqualTo(5);
        assertThat(callers.admin().get(callers.path("groups"))).isEmpty();
    }

    /** Changes of users are given back by an import of users, which requires more than some of the changes. */
    @Test
    void law8_whoMayNotGiveARoleBackUndoesTheOtherChangesOfUsers(TunedServer server) throws IOException {
        Callers fine = FineGrainedPermissions.realm(server.keycloak(), server.admin(), "undo-fine-changes");
        FineGrainedPermissions permissions = new FineGrainedPermissions(fine, fine.create("caller"));
        permissions.allow("Users", "view", "map-roles");
        permissions.allow("Roles", "map-role");
        ImportClient caller = fine.importing(fine.signIn("caller"));
        ImportClient admin = fine.importing(fine.admin());
        admin.post("roles", "{\"name\":\"visitor\"}");
        String record = "{\"username\":\"%s\",\"realmRoles\":[\"%s\"]}";
        admin.post("users", List.of(record.formatted("audits", "auditor"), record.formatted("visits", "visitor")));
        String change = "{\"username\":\"%s\",\"remove\":{\"realmRoles\":[\"%s\"]}}";
        ImportAnswer changed = caller.post(
                "user-changes?undo=true&job=changes",
                List.of(change.formatted("audits", "auditor"), change.formatted("visits", "visitor")));
        assertThat(changed.addsUp().count("updated")).isEqualTo(2);
        assertThat(undo(caller, "changes").status()).isEqualTo(403);
        permissions.allow("Users", "manage");
        String auditor = fine.admin().get(fine.path("roles/auditor")).get("id").asText();
        permissions.deny("Roles", auditor, "map-role");

        ImportAnswer undone = undo(caller, "changes");

        assertThat(undone.addsUp().rejects())
                .extracting(line ->
                        line.get("key").asText() + " " + line.get("code").asText())
                .containsExactly("audits forbidden");
        assertThat(undone.count("updated")).isEqualTo(1);
        assertThat(fine.admin().get(fine.path("roles/visitor/users")).findValuesAsText("username"))
                .containsExactly("visits");
        assertThat(fine.admin().get(fine.path("roles/auditor/users"))).isEmpty();
    }

    /** Objects whose management is denied after the job stay as they are, and the others are given back. */
    @ParameterizedTest
    @CsvSource({"users, Users, username, '', lastName", "groups, Groups, path, /, description"})
    void law8_fineGrainedPermissionsDecideOnEachObject(
            String kind, String type, String key, String prefix, String field, TunedServer server) throws IOException {
        Callers fine = FineGrainedPermissions.realm(server.keycloak(), server.admin(), "undo-fine-" + kind);
        FineGrainedPermissions permissions = new FineGrainedPermissions(fine, fine.create("caller"));
        permissions.allow(type, "view", "manage");
        ImportClient caller = fine.importing(fine.signIn("caller"));
        String record = "{\"" + key + "\":\"" + prefix + "%s\",\"" + field + "\":\"%s\"}";
        ImportClient admin = fine.importing(fine.admin());
        admin.post(kind, List.of(record.formatted("changed", "before"), record.formatted("changed-kept", "before")));
        ImportAnswer job = caller.post(
                kind + "?undo=true&ifExists=overwrite&results=all&job=fine",
                List.of(
                        record.formatted("changed", "after"),
                        record.formatted("changed-kept", "after"),
                        record.formatted("added", "after"),
                        record.formatted("added-kept", "after")));
        assertThat(job.addsUp().rejects()).isEmpty();
        for (JsonNode line : job.ofType("record")) {
            if (line.get("key").asText().endsWith("-kept")) {
                permissions.deny(type, line.get("id").asText(), "manage");
            }
        }

        ImportAnswer undone = undo(caller, "fine");

        assertThat(undone.addsUp().rejects())
                .extracting(line ->
                        line.get("key").asText() + " " + line.get("code").asText())
                .containsExactlyInAnyOrder(prefix + "changed-kept forbidden", prefix + "added-kept forbidden");
        assertThat(undone.count("updated")).isEqualTo(1);
        assertThat(undone.count("removed")).isEqualTo(1);
        String search = kind.equals("users") ? "*ed*" : "ed";
        Map<String, String> left = new HashMap<>();
        for (JsonNode one : fine.admin().get(fine.path(kind + "?briefRepresentation=false&search=" + search))) {
            left.put(
                    one.path(kind.equals("users") ? "username" : "name").asText(),
                    one.path(field).asText());
        }
        assertThat(left).isEqualTo(Map.of("changed", "before", "changed-kept", "after", "added-kept", "after"));
    }
}
