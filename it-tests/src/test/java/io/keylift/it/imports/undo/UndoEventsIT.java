// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.undo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.KindRealms;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An undo with {@code events=record} creates the admin events of the calls that give the same back. */
@OnTunedServer
class UndoEventsIT {

    private static final Map<String, Object> SETTINGS = Map.of("adminEventsEnabled", true);

    private static final KindRealms ONE = new KindRealms("undo-events-one", SETTINGS);
    private static final KindRealms OTHER = new KindRealms("undo-events-other", SETTINGS);

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            roles  | {name:'%s',description:'%s',composites:{realm:['reader']}}
            groups | {path:'/staff/%s',description:'%s'}
            users  | {username:'%s',lastName:'%s',groups:['/guests']}
            """)
    void law12_eachObjectThatIsGivenBackIsTold(String name, String record, TunedServer server) throws IOException {
        KindContract kind = Contracts.named().stream()
                .map(named -> named.getPayload())
                .filter(one -> one.kind().equals(name))
                .findFirst()
                .orElseThrow();
        TwinRealm one = ONE.of(server.admin(), kind);
        TwinRealm other = OTHER.of(server.admin(), kind);
        ObjectNode old = Records.json(record.formatted("old", "Before"));
        ObjectNode changed = Records.json(record.formatted("old", "After"));
        ObjectNode gone = Records.json(record.formatted("gone", "Before"));
        List.of(old, changed).forEach(plain -> plain.remove("composites"));
        ObjectNode fresh = Records.json(record.formatted("fresh", "After"));
        other.imports().post(name, Records.lines(List.of(old, gone)));
        ImportAnswer written = other.imports()
                .post(name + "?ifExists=overwrite&undo=true&job=w-" + name, Records.lines(List.of(changed, fresh)));
        ImportAnswer removed =
                other.imports().post(name + "?op=remove&undo=true&job=r-" + name, Records.lines(List.of(gone)));
        assertThat(written.count("added") + written.count("updated") + removed.count("removed"))
                .isEqualTo(3);
        kind.create(one, changed);
        kind.create(one, fresh);
        List.of(one, other).forEach(realm -> realm.admin().delete(realm.path("admin-events")));

        kind.create(one, gone);
        kind.remove(one, fresh);
        kind.overwrite(one, old);
        for (String job : List.of("r-", "w-")) {
            ImportAnswer undone = other.imports().post("jobs/" + job + name + "/undo?events=record&results=all", "");
            assertThat(undone.addsUp().rejects()).as("%s", undone.lines()).isEmpty();
        }

        assertThat(events(other))
                .isEqualTo(events(one).stream().distinct().toList())
                .hasSizeGreaterThanOrEqualTo(3);
    }

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
