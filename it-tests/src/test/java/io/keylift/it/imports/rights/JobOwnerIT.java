// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Law 8 for jobs of kinds that require permission for one client only: callers do not see the jobs of others. */
@OnSharedServer
class JobOwnerIT {

    private static Callers realm;
    private static AdminHttp delegate;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = FineGrainedPermissions.realm(server, "job-owners");
        realm.admin()
                .post(
                        realm.path("clients"),
                        Map.of(
                                "clientId",
                                "own",
                                "authorizationServicesEnabled",
                                true,
                                "serviceAccountsEnabled",
                                true));
        FineGrainedPermissions permissions = new FineGrainedPermissions(realm, realm.create("delegate"));
        permissions.allowOne("Clients", realm.clientId("own"), "view", "manage");
        delegate = realm.signIn("delegate");
    }

    @ParameterizedTest
    @ValueSource(strings = {"clients", "roles", "resources", "role-capabilities"})
    void law8_whoManagesOneClientNeitherSeesNorSteersNorTakesOverTheJobsOfOthers(String kind) throws IOException {
        String job = "all-" + kind;
        ImportClient owner = realm.importing(realm.admin());
        ImportClient other = realm.importing(delegate);
        assertThat(other.post(kind + "?job=mine-" + kind, "{}\n").status()).isEqualTo(200);
        try (LiveImport live = owner.open(kind + "?chunkSize=1&job=" + job)) {
            live.send("{}\n");
            live.awaitChunks(1);

            for (String path : List.of("jobs/" + job, "jobs/" + job + "/rejects")) {
                assertThat(delegate.send("GET", other.path(path), null).statusCode())
                        .as(path)
                        .isEqualTo(403);
            }
            for (String move : List.of("pause", "resume", "cancel", "undo")) {
                assertThat(other.move(job, move).statusCode()).as(move).isEqualTo(403);
            }
            for (String parameters : List.of("", "&chunkSize=1", "&chunkSize=1&op=remove")) {
                assertThat(other.post(kind + "?job=" + job + parameters, "{}\n").status())
                        .as(parameters)
                        .isEqualTo(403);
            }
            assertThat(owner.job(job).path("run").asInt()).isOne();
            assertThat(owner.status(job)).isEqualTo("RUNNING");
            assertThat(live.finish().end()).isEqualTo("COMPLETED");
        }
        assertThat(delegate.send("DELETE", other.path("jobs/" + job), null).statusCode())
                .isEqualTo(403);
        assertThat(jobs(other)).contains("mine-" + kind).doesNotContain(job);
        assertThat(jobs(owner)).contains("mine-" + kind, job);
    }

    @Test
    void law8_theOwnJobIsSteeredAndRemoved() throws IOException {
        ImportClient client = realm.importing(delegate);
        try (LiveImport live = client.open("clients?chunkSize=1&job=steered")) {
            live.send("{\"clientId\":\"own\"}\n");
            live.awaitChunks(1);
            assertThat(client.move("steered", "pause").statusCode()).isEqualTo(200);
            assertThat(client.move("steered", "resume").statusCode()).isEqualTo(200);
            assertThat(live.finish().end()).isEqualTo("COMPLETED");
        }
        assertThat(client.status("steered")).isEqualTo("COMPLETED");
        assertThat(client.post("clients?chunkSize=1&job=steered", "{\"clientId\":\"own\"}\n")
                        .addsUp()
                        .end())
                .isEqualTo("COMPLETED");
        assertThat(delegate.send("DELETE", client.path("jobs/steered"), null).statusCode())
                .isEqualTo(204);
    }

    private static List<String> jobs(ImportClient client) {
        return client.admin().get(client.path("jobs")).findValuesAsText("id");
    }
}
