// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.undo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Admin events of an undo with an object that it cannot give back. {@code KindEventsIT} compares those of others. */
@OnTunedServer
class UndoEventsIT {

    private static final Map<String, Object> SETTINGS = Map.of("adminEventsEnabled", true);

    /** Of the chunk that is rolled back because one object cannot be given back, nothing is told. */
    @Test
    void law12_whatIsWrittenAgainIsToldOnce(TunedServer server) throws IOException {
        TwinRealm realm = TwinRealm.create(server.admin(), "undo-events-again", SETTINGS);
        String scope = "{\"name\":\"%s\",\"protocol\":\"openid-connect\",\"description\":\"%s\"%s}";
        String attributes = ",\"attributes\":{\"extra\":\"1\"}";
        realm.imports()
                .post("client-scopes", List.of(scope.formatted("a", "Before", ""), scope.formatted("b", "Before", "")));
        realm.imports()
                .post(
                        "client-scopes?ifExists=overwrite&undo=true&job=scopes",
                        List.of(scope.formatted("a", "After", ""), scope.formatted("b", "After", attributes)));
        realm.admin().delete(realm.path("admin-events"));

        ImportAnswer undone = realm.imports().post("jobs/scopes/undo?events=record&results=all", "");

        assertThat(undone.addsUp().rejects())
                .as("%s", undone.lines())
                .singleElement()
                .satisfies(reject -> assertThat(reject.get("code").asText()).isEqualTo("not_restored"));
        assertThat(events(realm)).containsExactly("UPDATE CLIENT_SCOPE client-scopes/<id>");
        assertThat(realm.imports().post("jobs/scopes/undo?events=all", "").status())
                .isEqualTo(400);
    }

    private static List<String> events(TwinRealm realm) {
        return StreamSupport.stream(
                        realm.admin().get(realm.path("admin-events?max=100")).spliterator(), false)
                .map(UndoEventsIT::event)
                .sorted()
                .toList();
    }

    /** Without what was sent: an undo names all fields of an object. */
    private static String event(JsonNode event) {
        return event.get("operationType").asText() + " "
                + event.get("resourceType").asText() + " "
                + event.get("resourcePath").asText().replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "<id>");
    }
}
