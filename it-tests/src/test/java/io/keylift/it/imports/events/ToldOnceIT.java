// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Listeners receive each committed change once and nothing else: a listener that sends mails must not send a wrong one.
 */
@OnSharedServer
class ToldOnceIT {

    private static final String REALM = "told-once";

    @Test
    void listenersHearOfEachCommittedRecordOnce(SharedServer server) throws IOException {
        TestRealms.create(
                server.admin(), Map.of("realm", REALM, "enabled", true, "eventsListeners", List.of("told-events")));
        ImportClient client = new ImportClient(server.admin(), REALM);
        List<String> records = IntStream.range(0, 16)
                .mapToObj(i ->
                        "{\"username\":\"told-" + i + "\",\"firstName\":\"" + (i == 11 ? "refused" : "fine") + "\"}")
                .toList();

        client.post("users?events=record&dryRun=true", records);
        assertThat(told(server)).isEmpty();

        ImportAnswer answer;
        try (Sql sql = new Sql(server.database())) {
            sql.execute("alter table user_entity add constraint told_once check (first_name <> 'refused') not valid");
            try {
                answer = client.post("users?events=record&results=all&chunkSize=16", records);
            } finally {
                sql.execute("alter table user_entity drop constraint told_once");
            }
        }

        assertThat(answer.addsUp().count("added")).isEqualTo(15);
        assertThat(answer.rejects())
                .singleElement()
                .satisfies(reject -> assertThat(reject.path("code").asText()).isEqualTo("database_refused"));
        List<String> expected = answer.lines().stream()
                .filter(line -> line.path("outcome").asText().equals("added"))
                .map(line -> "CREATE users/" + line.path("id").asText())
                .toList();
        assertThat(told(server)).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static List<String> told(SharedServer server) throws IOException {
        String mark = "told of " + REALM + ": ADMIN ";
        return Files.readAllLines(server.keycloak().log()).stream()
                .filter(line -> line.contains(mark))
                .map(line -> AdminHttp.parse(line.substring(line.indexOf(mark) + mark.length())))
                .filter(event -> event.get("path").asText().startsWith("users/"))
                .map(event -> event.get("operation").asText() + " "
                        + event.get("path").asText())
                .toList();
    }
}
