// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The effect of a protocol mapper's id when a record changes the client or client scope. */
@OnSharedServer
class MapperIdsIT {

    private static TwinRealm realm;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = TwinRealm.create(server, "mapper-ids", Map.of());
    }

    @ParameterizedTest
    @CsvSource({"clients,overwrite", "clients,merge", "client-scopes,overwrite", "client-scopes,merge"})
    void aNewMapperWithTheIdOfOneThatStaysIsRejected(String kind, String ifExists) throws IOException {
        Map<String, String> stored = create(kind, "new-" + ifExists);

        ImportAnswer answer = imports(
                kind, ifExists, record(kind, "new-" + ifExists, mapper("a", null), mapper("d", stored.get("a"))));

        assertThat(answer.rejects())
                .singleElement()
                .satisfies(reject -> assertThat(reject.get("code").asText() + " "
                                + reject.get("pointer").asText())
                        .isEqualTo("conflict /protocolMappers/1/id"));
        assertThat(mappers(kind, "new-" + ifExists)).isEqualTo(stored);
    }

    @ParameterizedTest
    @CsvSource({"clients,overwrite", "clients,merge", "client-scopes,overwrite", "client-scopes,merge"})
    void mappersThatExistKeepTheirIds(String kind, String ifExists) throws IOException {
        Map<String, String> stored = create(kind, "swapped-" + ifExists);

        ImportAnswer answer = imports(
                kind,
                ifExists,
                record(kind, "swapped-" + ifExists, mapper("a", stored.get("b")), mapper("b", stored.get("a"))));

        assertThat(answer.rejects()).isEmpty();
        assertThat(mappers(kind, "swapped-" + ifExists)).isEqualTo(stored);
    }

    @ParameterizedTest
    @ValueSource(strings = {"clients", "client-scopes"})
    void underMergeEachStoredMapperStays(String kind) throws IOException {
        Map<String, String> stored = create(kind, "merged");

        ImportAnswer answer =
                imports(kind, "merge", record(kind, "merged", mapper("c", null), mapper("d", stored.get("a"))));

        assertThat(answer.rejects())
                .singleElement()
                .satisfies(reject -> assertThat(reject.get("pointer").asText()).isEqualTo("/protocolMappers/1/id"));
        assertThat(mappers(kind, "merged")).isEqualTo(stored);
    }

    @ParameterizedTest
    @ValueSource(strings = {"clients", "client-scopes"})
    void aNewMapperMayHaveTheIdOfOneThatItsListReplaces(String kind) throws IOException {
        Map<String, String> stored = create(kind, "replaced");

        ImportAnswer answer =
                imports(kind, "overwrite", record(kind, "replaced", mapper("a", null), mapper("d", stored.get("b"))));

        assertThat(answer.rejects()).isEmpty();
        assertThat(mappers(kind, "replaced")).isEqualTo(Map.of("a", stored.get("a"), "d", stored.get("b")));
    }

    /** Ids of the mappers of a new client or client scope by name. */
    private static Map<String, String> create(String kind, String name) throws IOException {
        assertThat(imports(kind, "fail", record(kind, name, mapper("a", null), mapper("b", null)))
                        .count("added"))
                .isEqualTo(1);
        return mappers(kind, name);
    }

    private static ImportAnswer imports(String kind, String ifExists, ObjectNode record) throws IOException {
        return realm.imports()
                .post(kind + "?ifExists=" + ifExists, Records.lines(List.of(record)))
                .addsUp();
    }

    private static ObjectNode record(String kind, String name, ObjectNode... mappers) {
        ObjectNode record = Records.json("{protocol:'openid-connect',protocolMappers:[]}");
        record.put(key(kind), name).withArray("protocolMappers").addAll(List.of(mappers));
        return record;
    }

    private static ObjectNode mapper(String name, String id) {
        ObjectNode mapper = Records.json("{protocol:'openid-connect',protocolMapper:'oidc-sub-mapper'}");
        return mapper.put("name", name).put("id", id);
    }

    private static Map<String, String> mappers(String kind, String name) {
        Map<String, String> ids = new TreeMap<>();
        for (JsonNode owner : realm.admin().get(realm.path(kind))) {
            if (owner.path(key(kind)).asText().equals(name)) {
                owner.path("protocolMappers")
                        .forEach(mapper -> ids.put(
                                mapper.get("name").asText(), mapper.get("id").asText()));
            }
        }
        return ids;
    }

    private static String key(String kind) {
        return kind.equals("clients") ? "clientId" : "name";
    }
}
