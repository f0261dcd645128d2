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
public record ExportAnswer(HttpResponse<String> response) {

    /** @param path kind and query parameters */
    public static ExportAnswer get(AdminHttp caller, String realm, String path) {
        return new ExportAnswer(caller.send("GET", "/admin/realms/" + realm + "/bulk-export/" + path, null));
    }

    /** The objects that these records name. */
    public static ExportAnswer post(AdminHttp caller, String realm, String path, String keys) {
        return new ExportAnswer(caller.send(
                "POST",
                "/admin/realms/" + realm + "/bulk-export/" + path,
                Map.of("Content-Type", "application/x-ndjson"),
                keys));
    }

    public int status() {
        return response.statusCode();
    }

    private List<ObjectNode> lines() {
        return response.body()
                .lines()
                .map(line -> (ObjectNode) AdminHttp.parse(line))
                .toList();
    }

    /** The records, without the lines that tell of the export. */
    public List<ObjectNode> records() {
        return lines().stream()
                .filter(line -> !line.has("progress") && !line.has("summary"))
                .toList();
    }

    /** The numbers of records and the positions after the pages. */
    public List<JsonNode> progress() {
        return lines().stream()
                .filter(line -> line.has("progress"))
                .map(line -> line.get("progress"))
                .toList();
    }

    /** The summary, which is the last line. */
    public JsonNode summary() {
        List<ObjectNode> lines = lines();
        return lines.get(lines.size() - 1).path("summary");
    }

    /** Returns this answer; fails unless it is complete and hides nothing. */
    public ExportAnswer whole() {
        if (status() != 200
                || !"COMPLETED".equals(summary().path("status").asText())
                || summary().has("hidden")) {
            throw new AssertionError(response + "\n" + response.body());
        }
        return this;
    }

    public String body() {
        return response.body();
    }
}
