// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Parts of records that an import has left out, as its answer tells them. */
final class LeftOut {

    static final String ALL = "drop=unwritable-attributes,unknown-references,unknown-fields";

    private LeftOut() {}

    /** A realm that does not let everything in. */
    static TwinRealm realm(SharedServer server, String name) {
        TwinRealm realm = TwinRealm.create(server, name, Map.of("internationalizationEnabled", false))
                .withOrganizations("acme");
        realm.forbidUnmanagedAttributes();
        return realm;
    }

    /** The roles of a user, without the default role. */
    static List<String> roles(Sql sql, TwinRealm realm, String user) {
        return sql.strings(
                "select r.name from user_role_mapping m join keycloak_role r on r.id = m.role_id"
                        + " where m.user_id = ? and r.name not like 'default-roles-%' order by r.name",
                realm.userId(user));
    }

    /** A record in relaxed JSON. */
    static String json(String record) {
        return Records.json(record).toString();
    }

    /** The warnings, each with kind, code, pointer, count and first lines. */
    static List<String> warnings(JsonNode from) {
        List<String> told = new ArrayList<>();
        for (JsonNode warning : from.path("warnings")) {
            assertThat(warning.get("message").asText()).endsWith(" is left out.");
            told.add(warning.get("kind").asText() + " " + warning.get("code").asText() + " "
                    + warning.path("pointer").asText() + " " + warning.get("count") + " " + warning.get("lines"));
        }
        return told;
    }

    /** By line, the codes and pointers of what was left out of a record. */
    static Map<Integer, List<String>> leftOut(ImportAnswer answer) {
        Map<Integer, List<String>> leftOut = new TreeMap<>();
        for (JsonNode record : answer.ofType("record")) {
            for (JsonNode warning : record.path("warnings")) {
                leftOut.computeIfAbsent(record.get("line").asInt(), line -> new ArrayList<>())
                        .add(warning.get("code").asText() + " "
                                + warning.get("pointer").asText());
            }
        }
        return leftOut;
    }
}
