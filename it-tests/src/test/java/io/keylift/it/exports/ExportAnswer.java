// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;

/** The answer to an export as NDJSON. */
record ExportAnswer(HttpResponse<String> response) {

    /** @param path kind and query parameters */
    static ExportAnswer get(AdminHttp caller, String realm, String path) {
        return new ExportAnswer(caller.send("GET", "/admin/realms/" + realm + "/bulk-export/" + path, null));
    }

    /** The objects that these records name. */
    static ExportAnswer post(AdminHttp caller, String realm, String path, String keys) {
        return new ExportAnswer(caller.send(
                "POST",
                "/admin/realms/" + realm + "/bulk-export/" + path,
                Map.of("Content-Type", "application/x-ndjson"),
                keys));
    }

    int status() {
        return response.statusCode();
    }

    private List<ObjectNode> lines() {
        return response.body()
                .lines()
                .map(line -> (ObjectNode) AdminHttp.parse(line))
                .toList();
    }

    /** The records, without the lines that tell of the export. */
    List<ObjectNode> records() {
        return lines().stream()
                .filter(line -> !line.has("progress") && !line.has("summary"))
                .toList();
    }

    /** The numbers of records and the positions after the pages. */
    List<JsonNode> progress() {
        return lines().stream()
                .filter(line -> line.has("progress"))
                .map(line -> line.get("progress"))
                .toList();
    }

    /** What the last line says. */
    JsonNode summary() {
        List<ObjectNode> lines = lines();
        return lines.get(lines.size() - 1).path("summary");
    }

    /** The same answer, which is complete and hides nothing. */
    ExportAnswer whole() {
        if (status() != 200
                || !"COMPLETED".equals(summary().path("status").asText())
                || summary().has("hidden")) {
            throw new AssertionError(response + "\n" + response.body());
        }
        return this;
    }

    String body() {
        return response.body();
    }
}
