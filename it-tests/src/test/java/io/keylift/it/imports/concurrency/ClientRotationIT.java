// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.concurrency;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Concurrent changes of a client by others are kept unless the record overrides them. */
@OnSharedServer
class ClientRotationIT {

    private static final String FIRST = "00000000-0000-4000-8000-0000000c11e1";
    private static final String LAST = "00000000-0000-4000-8000-0000000c11e2";
    private static final String WAITING =
            "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%client%'";

    @Test
    void aSecretThatIsRotatedDuringAMergeStays(SharedServer server) throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, "client-rotation");
        AdminHttp admin = server.admin();
        List<String> stored = new ArrayList<>();
        List<String> records = new ArrayList<>();
        for (String id : List.of(FIRST, LAST)) {
            stored.add(
                    "{\"id\":\"" + id + "\",\"clientId\":\"c-" + id + "\",\"publicClient\":false,\"secret\":\"leaked\","
                            + "\"attributes\":{\"mine\":\"old\",\"theirs\":\"old\"}}");
            records.add("{\"clientId\":\"c-" + id + "\",\"description\":\"merged\",\"attributes\":{\"mine\":\"new\"}}");
        }
        assertThat(client.post("clients", stored).count("added")).isEqualTo(2);
        String last = "/admin/realms/client-rotation/clients/" + LAST;
        String rotated;
        try (Sql holder = new Sql(server.database());
                Sql sql = new Sql(server.database());
                LiveImport merge = client.open("clients?ifExists=merge")) {
            holder.begin();
            holder.strings("select id from client where id = ? for update", FIRST);
            merge.sendInBackground(
                    body -> body.write(ImportClient.lines(records).getBytes(UTF_8)));
            await().until(() -> sql.number(WAITING) > 0);

            admin.put(last, Map.of("attributes", Map.of("theirs", "new")));
            rotated =
                    admin.post(last + "/client-secret", Map.of()).path("value").asText();
            holder.rollback();
            assertThat(merge.answer().count("updated")).isEqualTo(2);
        }

        JsonNode shown = admin.get(last);
        assertThat(shown.path("secret").asText()).isEqualTo(rotated).isNotEqualTo("leaked");
        assertThat(admin.get(last + "/client-secret").path("value").asText()).isEqualTo(rotated);
        assertThat(shown.path("description").asText()).isEqualTo("merged");
        assertThat(shown.at("/attributes/mine").asText()).isEqualTo("new");
        assertThat(shown.at("/attributes/theirs").asText()).isEqualTo("new");
    }
}
