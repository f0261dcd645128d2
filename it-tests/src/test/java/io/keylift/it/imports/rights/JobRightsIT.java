// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Law 8 for jobs: any caller with permission to import the kind has access to its jobs. */
@OnSharedServer
class JobRightsIT {

    private static final String REALM = "job-rights";
    private static final String OTHER = "job-rights-other";

    private static Callers callers;
    private static Callers others;
    private static AdminHttp owner;

    @BeforeAll
    static void realms(SharedServer server) throws IOException {
        TestRealms.createForTenant(server.admin(), REALM);
        TestRealms.createForTenant(server.admin(), OTHER);
        callers = new Callers(server, REALM);
        others = new Callers(server, OTHER);
        owner = callers.with("manage-users");
        callers.importing(owner).post("users?job=people", List.of("{\"username\":\"person\"}", "nonsense"));
        callers.importing(callers.with("manage-organizations"))
                .post("organizations?job=companies", "{\"name\":\"company\"}");
    }

    @ParameterizedTest
    @CsvSource({"'manage-users,view-users'", "realm-admin"})
    void whoMayImportAKindSeesTheJobsOfOthers(String roles) {
        ImportClient client = callers.importing(callers.with(roles.split(",")));

        assertThat(client.job("people").path("read").asInt()).isEqualTo(2);
        assertThat(client.admin()
                        .send("GET", client.path("jobs/people/rejects"), null)
                        .body())
                .contains("malformed_json");
        assertThat(jobs(client, "")).contains("people");
    }

    @ParameterizedTest
    @ValueSource(strings = {"manage-organizations", "view-users", "manage-realm", "query-users"})
    void law8_whoMayNotImportAKindNeitherSeesNorSteersItsJobs(String role) {
        ImportClient client = callers.importing(callers.with(role));
        assertOutOfReach(client, "people", 403);
        assertThat(callers.importing(owner).status("people")).isEqualTo("COMPLETED");
    }

    @ParameterizedTest
    @CsvSource({"manage-organizations, companies", "manage-users, people"})
    void law8_aListShowsTheJobsOfPermittedKindsAndFillsItsPagesWithThem(String role, String job) {
        ImportClient client = callers.importing(callers.with(role));

        assertThat(jobs(client, "")).contains(job).doesNotContain(job.equals("people") ? "companies" : "people");
        List<String> all = jobs(client, "");
        for (int i = 0; i < all.size(); i++) {
            assertThat(jobs(client, "?max=1&first=" + i)).containsExactly(all.get(i));
        }
        assertThat(jobs(client, "?max=1&first=" + all.size())).isEmpty();
    }

    @Test
    void law8_aListIsForbiddenToWhoMayNeitherImportNorExport() {
        ImportClient client = callers.importing(callers.with("view-events"));

        assertThat(client.admin().send("GET", client.path("jobs"), null).statusCode())
                .isEqualTo(403);
    }

    @Test
    void law8_whoMayOnlyExportSeesNoImport() {
        ImportClient client = callers.importing(callers.with("view-users", "view-realm"));

        assertThat(client.admin().get(client.path("jobs"))).isEmpty();
    }

    /** An object that the caller cannot view takes no place on a page. */
    @Test
    void law8_pagesAreFullForACallerWhoMayNoLongerImport() throws IOException {
        String user = callers.path("users/" + callers.create("demoted"));
        String management = callers.clientId(Callers.REALM_MANAGEMENT);
        String mappings = user + "/role-mappings/clients/" + management;
        JsonNode importing = callers.admin().get(callers.path("clients/" + management + "/roles/manage-users"));
        JsonNode viewing = callers.admin().get(callers.path("clients/" + management + "/roles/view-users"));
        callers.admin().post(mappings, List.of(importing, viewing));
        ImportClient before = callers.importing(callers.signIn("demoted"));
        before.post("users?op=verify&job=proof-1", "{\"username\":\"demoted\"}");
        before.post("users?op=verify&job=proof-2", "{\"username\":\"demoted\"}");
        before.post("?op=verify&job=proof-3", "{\"kind\":\"users\",\"record\":{\"username\":\"demoted\"}}");
        before.post("users?dryRun=true&job=import", "{\"username\":\"not-written\"}");
        before.post("?job=import-2", "{\"kind\":\"users\",\"record\":{\"username\":\"demoted-2\"}}");
        List<String> all = jobs(before, "");
        assertThat(callers.admin().send("DELETE", mappings, List.of(importing)).statusCode())
                .isEqualTo(204);

        ImportClient after = callers.importing(callers.signIn("demoted"));

        assertThat(all).startsWith("import-2", "import", "proof-3", "proof-2", "proof-1");
        assertThat(jobs(after, "?max=1")).containsExactly("proof-3");
        assertThat(jobs(after, "?max=2&first=1")).containsExactly("proof-2", "proof-1");
        assertThat(jobs(after, "?first=3")).isEmpty();
    }

    @Test
    void law8_aJobIsKnownInItsOwnRealmOnly() {
        assertOutOfReach(others.importing(others.with("realm-admin")), "people", 404);
        assertThat(jobs(others.importing(others.with("realm-admin")), "")).isEmpty();
        assertOutOfReach(callers.importing(others.with("realm-admin")), "people", 403);
    }

    @Test
    void law8_aRunningJobIsSteeredByThoseWhoMayImportItsKind() throws IOException {
        ImportClient colleague = callers.importing(callers.with("manage-users", "query-users"));
        ImportClient stranger = callers.importing(callers.with("manage-organizations"));
        try (LiveImport live = callers.importing(owner).open("users?job=running&chunkSize=1")) {
            live.send("{\"username\":\"first\"}\n");
            live.awaitChunks(1);

            for (String move : List.of("pause", "resume", "cancel")) {
                assertThat(stranger.move("running", move).statusCode()).isEqualTo(403);
            }
            assertThat(colleague.status("running")).isEqualTo("RUNNING");
            assertThat(colleague.move("running", "pause").statusCode()).isEqualTo(200);
            assertThat(stranger.move("running", "resume").statusCode()).isEqualTo(403);
            assertThat(colleague.status("running")).isEqualTo("PAUSED");
            assertThat(colleague.move("running", "cancel").statusCode()).isEqualTo(200);
            assertThat(live.answer().end()).isEqualTo("CANCELLED cancelled");
        }
        assertThat(colleague
                        .admin()
                        .send("DELETE", colleague.path("jobs/running"), null)
                        .statusCode())
                .isEqualTo(204);
    }

    /** The right is asked for in each chunk, not once for all. */
    @ParameterizedTest
    @ValueSource(strings = {"removed", "disabled", "deprived"})
    void law8_aCallerWhoLosesHisRightWhileHeImportsImportsNoFurther(String loss) throws IOException {
        String id = callers.create(loss);
        String user = callers.path("users/" + id);
        String management = callers.clientId(Callers.REALM_MANAGEMENT);
        String mappings = user + "/role-mappings/clients/" + management;
        List<JsonNode> right =
                List.of(callers.admin().get(callers.path("clients/" + management + "/roles/manage-users")));
        callers.admin().post(mappings, right);
        try (LiveImport live = callers.importing(callers.signIn(loss)).open("users?chunkSize=1&job=" + loss)) {
            live.send("{\"username\":\"before-it-was-" + loss + "\"}\n");
            live.awaitChunks(1);

            switch (loss) {
                case "removed" -> callers.admin().delete(user);
                case "disabled" -> callers.admin().put(user, Map.of("enabled", false));
                default ->
                    assertThat(callers.admin().send("DELETE", mappings, right).statusCode())
                            .isEqualTo(204);
            }
            live.send("{\"username\":\"after-it-was-" + loss + "\"}\n");

            assertThat(live.answer().end()).isEqualTo("FAILED caller_gone");
        }
        assertThat(callers.userId("before-it-was-" + loss)).isNotNull();
        assertThat(callers.userId("after-it-was-" + loss)).isNull();
        assertThat(callers.importing(owner).status(loss)).isEqualTo("FAILED");
    }

    private static void assertOutOfReach(ImportClient client, String job, int status) {
        for (String path : List.of("jobs/" + job, "jobs/" + job + "/rejects")) {
            assertThat(client.admin().send("GET", client.path(path), null).statusCode())
                    .as(path)
                    .isEqualTo(status);
        }
        for (String move : List.of("pause", "resume", "cancel", "undo")) {
            assertThat(client.move(job, move).statusCode()).as(move).isEqualTo(status);
        }
        assertThat(client.admin()
                        .send("DELETE", client.path("jobs/" + job), null)
                        .statusCode())
                .isEqualTo(status);
    }

    private static List<String> jobs(ImportClient client, String query) {
        JsonNode jobs = client.admin().get(client.path("jobs" + query));
        return jobs.findValuesAsText("id");
    }
}
