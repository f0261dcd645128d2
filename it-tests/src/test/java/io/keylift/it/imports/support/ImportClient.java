// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.http.BodyWriter;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A client of one realm's bulk import, with the token of one caller. */
public record ImportClient(AdminHttp admin, String realm) {

    public static final String NDJSON = "application/x-ndjson";

    /** As the bootstrap administrator, in a new realm that has organizations switched on and nothing else. */
    public static ImportClient inNewRealm(SharedServer server, String realm) {
        TestRealms.create(server.admin(), Map.of("realm", realm, "enabled", true, "organizationsEnabled", true));
        return new ImportClient(server.admin(), realm);
    }

    /** Path of something below the endpoint, or of the endpoint with query parameters. */
    public String path(String rest) {
        String slash = rest.isEmpty() || rest.startsWith("?") ? "" : "/";
        return "/admin/realms/" + realm + "/bulk-import" + slash + rest;
    }

    /** Sends a whole body of NDJSON; {@code kind} may carry query parameters. */
    public ImportAnswer post(String kind, String body) throws IOException {
        return post(kind, NDJSON, body.getBytes(StandardCharsets.UTF_8));
    }

    public ImportAnswer post(String kind, List<String> records) throws IOException {
        return post(kind, lines(records));
    }

    public ImportAnswer post(String kind, String contentType, byte[] body) throws IOException {
        return post(kind, contentType, out -> out.write(body));
    }

    public ImportAnswer post(String kind, String contentType, BodyWriter body) throws IOException {
        return post(kind, Map.of("Content-Type", contentType), body);
    }

    public ImportAnswer post(String kind, Map<String, String> headers, BodyWriter body) throws IOException {
        try (LiveImport live = LiveImport.open(admin, path(kind), headers)) {
            return live.sendInBackground(body).answer();
        }
    }

    /** Begins an import of NDJSON whose body is still to be sent. */
    public LiveImport open(String kind) throws IOException {
        return open(kind, Map.of("Content-Type", NDJSON));
    }

    public LiveImport open(String kind, Map<String, String> headers) throws IOException {
        return LiveImport.open(admin, path(kind), headers);
    }

    public JsonNode job(String id) {
        return admin.get(path("jobs/" + id));
    }

    public String status(String job) {
        return job(job).path("status").asText();
    }

    /** Asks for a move of a job, such as {@code pause}, and returns the answer whatever its status. */
    public HttpResponse<String> move(String job, String move) {
        return admin.send("POST", path("jobs/" + job + "/" + move), null);
    }

    public static String lines(List<String> records) {
        return records.isEmpty() ? "" : String.join("\n", records) + "\n";
    }
}
