// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Records of several kinds in one stream, and what answers tell of each kind. */
final class RealmStreams {

    /** Each refers to what comes behind it in the same kind, and to the kinds before. */
    static final String STREAM = """
            {"kind":"roles","record":{"name":"upper","composite":true,"composites":{"realm":["middle"]}}}
            {"kind":"roles","record":{"name":"middle","composite":true,"composites":{"realm":["lower"]}}}
            {"kind":"roles","record":{"name":"other"}}
            {"kind":"roles","record":{"name":"another"}}
            {"kind":"roles","record":{"name":"lower"}}
            {"kind":"groups","record":{"path":"/staff","realmRoles":["upper"]}}
            {"kind":"groups","record":{"path":"/guests","realmRoles":["lower"]}}
            {"kind":"users","record":{"username":"ann","groups":["/staff"],"realmRoles":["other"]}}
            {"record":{"username":"ben","groups":["/guests"]},"kind":"users"}
            {"kind":"users","record":{"username":"cleo"}}
            {"kind":"users","record":{"username":"dan","groups":["/staff"]}}
            {"kind":"roles","record":{"name":"late"}}
            {"kind":"role-mappings","record":{"username":"ann","realmRoles":["late"]}}
            """;

    private RealmStreams() {}

    static ExportAnswer export(AdminHttp admin, String realm, String parameters) {
        return new ExportAnswer(admin.send("GET", "/admin/realms/" + realm + "/bulk-export" + parameters, null));
    }

    static List<String> recordLines(ExportAnswer export) {
        return export.whole().records().stream().map(ObjectNode::toString).toList();
    }

    static List<String> names(JsonNode parts) {
        return StreamSupport.stream(parts.spliterator(), false)
                .map(part -> part.get("kind").asText())
                .toList();
    }

    static Map<String, Long> counts(JsonNode parts, String count) {
        return StreamSupport.stream(parts.spliterator(), false)
                .collect(Collectors.toMap(
                        part -> part.get("kind").asText(),
                        part -> part.get(count).asLong()));
    }
}
