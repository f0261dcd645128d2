// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Imports of capabilities into a realm, and what the realm then has. */
record CapabilityCalls(TwinRealm realm) {

    /** Imports or removes records, which are read leniently. */
    ImportAnswer post(String path, String... records) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String record : records) {
            lines.add(Records.json(record).toString());
        }
        ImportAnswer answer = realm.imports().post(path + (path.contains("?") ? "&" : "?") + "results=all", lines);
        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        return answer;
    }

    /** By line, what became of each record. */
    List<String> outcomes(String path, String... records) throws IOException {
        return List.copyOf(post(path, records).outcomes().values());
    }

    /** An entry of the catalogue. */
    JsonNode entry(String name) {
        return realm.admin().get(realm.path("capabilities/entries/" + name));
    }

    /** All that a role has by what is assigned to it. */
    List<String> given(String role) {
        String id = realm.roleId("roles/" + role);
        return realm.admin()
                .get(realm.path("capabilities/roles/" + id + "?expand=true"))
                .get("capabilities")
                .findValuesAsText("name");
    }

    /** The direct assignments of a role. */
    List<String> assigned(String role) {
        return realm.admin()
                .get(realm.path("capabilities/roles/" + realm.roleId("roles/" + role)))
                .get("capabilities")
                .findValuesAsText("name");
    }

    /** Creates a role. */
    void role(String name) {
        realm.admin().post(realm.path("roles"), Map.of("name", name));
    }
}
