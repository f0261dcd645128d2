// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.UserRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The job of a removal: what it shows, how it resumes, and its events. */
@OnSharedServer
class RemovalJobsIT {

    private static final String REALM = "removal-jobs";

    @AutoClose
    private static RemovalRealm realm;

    @BeforeAll
    static void create(SharedServer server) {
        realm = RemovalRealm.create(server, REALM);
    }

    private static String json(Map<String, ?> record) {
        return AdminHttp.JSON.valueToTree(record).toString();
    }

    @Test
    void aDryRunSaysWhatWouldBeRemovedAndRemovesNothing() throws IOException {
        realm.client().post("users", UserRecords.users("dry", 1, 25));
        String id = realm.callers().userId("dry-7");
        Map<String, String> before = realm.rows().picture();
        List<String> records = new ArrayList<>(UserRecords.users("dry", 1, 25));
        records.add(json(Map.of("id", id)));
        records.add("{\"username\":\"dry-8\"}");
        records.add("{\"username\":\"dry-nobody\"}");

        ImportAnswer dry =
                realm.client().post("users?op=remove&dryRun=true&results=all&chunkSize=5&job=dry-removal", records);

        Map<String, String> after = realm.rows().picture();
        // The dry run leaves one event, that of its job.
        assertThat(after.remove("admin_event_entity")).isNotEqualTo(before.remove("admin_event_entity"));
        assertThat(after).isEqualTo(before);
        assertThat(realm.client()
                        .admin()
                        .get("/admin/realms/" + REALM + "/admin-events?resourcePath=bulk-import/jobs/dry-removal"))
                .hasSize(1);
        assertThat(dry.addsUp().count("removed")).isEqualTo(25);
        assertThat(dry.outcomes())
                .containsEntry(26, "skipped")
                .containsEntry(27, "skipped")
                .containsEntry(28, "skipped");
        assertThat(realm.client().job("dry-removal").path("dryRun").asBoolean()).isTrue();
        ImportAnswer wet = realm.client().post("users?op=remove&results=all&chunkSize=5", records);
        assertThat(wet.outcomes()).isEqualTo(dry.outcomes());
        assertThat(realm.rows().users("dry-")).isEmpty();
    }

    @Test
    void aJobShowsThatItRemoves() throws IOException {
        realm.client().post("users", UserRecords.users("shown", 1, 3));

        ImportAnswer answer =
                realm.client().post("users?op=remove&job=shown-removal", UserRecords.users("shown", 1, 4));

        JsonNode first = answer.lines().get(0);
        assertThat(first.path("op").asText()).isEqualTo("remove");
        assertThat(first.path("id").asText()).isEqualTo("shown-removal");
        JsonNode job = realm.client().job("shown-removal");
        assertThat(job.path("op").asText()).isEqualTo("remove");
        assertThat(job.path("removed").asLong()).isEqualTo(3);
        assertThat(job.path("skipped").asLong()).isEqualTo(1);
        assertThat(job.path("read").asLong()).isEqualTo(4);
        assertThat(job.has("ifExists") || job.has("added") || job.has("updated"))
                .as("fields of an import in %s", job)
                .isFalse();
    }

    @Test
    void aRemovalThatBrokeOffGoesOnBehindItsLastChunk() throws IOException {
        List<String> users = UserRecords.users("broken", 1, 60);
        realm.client().post("users", users);
        try (LiveImport live = realm.client().open("users?op=remove&job=broken-removal&chunkSize=10")) {
            live.send(ImportClient.lines(users.subList(0, 35)));
            live.awaitChunks(3);
        }
        await().until(() -> realm.client().status("broken-removal").equals("INTERRUPTED"));
        int left = realm.rows().users("broken-").size();

        ImportAnswer answer = realm.client().post("users?op=remove&job=broken-removal&chunkSize=10", users);
        ImportAnswer again = realm.client().post("users?op=remove&job=broken-removal&chunkSize=10", users);

        assertThat(left).isEqualTo(30);
        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(answer.count("removed")).isEqualTo(60);
        assertThat(answer.chunks().stream()
                        .filter(chunk -> chunk.path("resumed").asBoolean()))
                .hasSize(3);
        assertThat(again.count("removed")).as("of the same job").isEqualTo(60);
        assertThat(realm.rows().users("broken-")).isEmpty();
    }

    @Test
    void theSameJobWithAnotherOperationIsAConflict() throws IOException {
        realm.client().post("users?job=one-operation", UserRecords.users("operation", 1, 3));

        ImportAnswer refused =
                realm.client().post("users?job=one-operation&op=remove", UserRecords.users("operation", 1, 3));

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.errorMessage()).contains("op");
        assertThat(realm.rows().users("operation-")).hasSize(3);
    }

    @Test
    void aRemovalFiresWhatItIsAskedFor() throws IOException {
        realm.client()
                .admin()
                .put(
                        "/admin/realms/" + REALM + "/events/config",
                        Map.of("adminEventsEnabled", true, "adminEventsDetailsEnabled", true));
        List<String> ids = List.of(realm.add("event-none"), realm.add("event-summary"), realm.add("event-record"));
        String byApi = realm.add("event-by-api");

        realm.client().post("users?op=remove&events=none", "{\"username\":\"event-none\"}");
        realm.client().post("users?op=remove&events=summary&job=told-of", "{\"username\":\"event-summary\"}");
        realm.client().post("users?op=remove&events=record", "{\"username\":\"event-record\"}");
        realm.client().admin().delete("/admin/realms/" + REALM + "/users/" + byApi);

        JsonNode removals =
                realm.client().admin().get("/admin/realms/" + REALM + "/admin-events?operationTypes=DELETE");
        assertThat(removals)
                .extracting(event -> event.get("resourcePath").asText())
                .containsExactly("users/" + byApi, "users/" + ids.get(2));
        assertThat(removals.get(1).get("representation").asText().replace(ids.get(2), byApi))
                .isEqualTo(removals.get(0).get("representation").asText().replace("event-by-api", "event-record"));
        JsonNode summaries = realm.client()
                .admin()
                .get("/admin/realms/" + REALM + "/admin-events?resourcePath=bulk-import/jobs/told-of");
        assertThat(summaries).hasSize(1);
        ObjectNode summary = (ObjectNode)
                AdminHttp.JSON.readTree(summaries.get(0).get("representation").asText());
        assertThat(summary.remove(List.of("parameters", "input", "caller")).toString())
                .isEqualTo("{\"kind\":\"users\",\"op\":\"remove\",\"status\":\"COMPLETED\",\"removed\":1,"
                        + "\"skipped\":0,\"rejected\":0}");
    }
}
