// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.tenant.SampleStructure;
import io.keylift.it.tenant.SampleTenant;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Iterator;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Operations on the whole persons of a realm. */
final class RealmOperations {

    private static final String LAST_NAME = "\"lastName\":\"";

    private final KeycloakServer keycloak;
    private final EmbeddedDatabase database;
    private final AdminHttp admin;
    private final String realm;
    private final String base;
    private final SampleTenant tenant;
    private final BenchSettings settings;
    private final HttpClient http = HttpClient.newHttpClient();

    /** Prefix of the last names in the realm: a letter for each change. */
    private String changes = "";

    /** @param realm realm with the organizations of the tenant */
    RealmOperations(
            KeycloakServer keycloak,
            EmbeddedDatabase database,
            String realm,
            SampleTenant tenant,
            BenchSettings settings) {
        this.keycloak = keycloak;
        this.database = database;
        this.admin = AdminHttp.master(keycloak.baseUrl());
        this.realm = realm;
        this.base = "/admin/realms/" + realm;
        this.tenant = tenant;
        this.settings = settings;
    }

    String realm() {
        return realm;
    }

    /**
     * Time and cost of an operation.
     *
     * @param cpu CPU time of a record
     * @param written bytes of the whole operation
     */
    record Done(Operation operation, int records, double seconds, CpuTimes cpu, Written written) {

        double rate() {
            return records / seconds;
        }
    }

    /** Measures an operation, from the first byte sent to the last one read. */
    Done run(Operation operation) throws Exception {
        // Otherwise the measurement could include a request for a token.
        admin.token();
        int records = operation == Operation.PLAIN_PASSWORDS ? settings.passwords() : tenant.persons();
        Written written = Written.of(database, keycloak.databaseName());
        CpuTimes cpu = CpuTimes.of(keycloak, database);
        long start = System.nanoTime();
        JsonNode summary = perform(operation, records);
        double seconds = (System.nanoTime() - start) / 1e9;
        CpuTimes ofRecord = CpuTimes.of(keycloak, database).perRecord(cpu, records);
        if (!summary.path("status").asText().equals("COMPLETED")
                || summary.path(operation.outcome).asInt() != records) {
            throw new IllegalStateException(operation.label() + " of " + records + " records: " + summary);
        }
        return new Done(
                operation,
                records,
                seconds,
                ofRecord,
                Written.of(database, keycloak.databaseName()).since(written));
    }

    private JsonNode perform(Operation operation, int records) throws IOException, InterruptedException {
        if (operation == Operation.EXPORT) {
            return export();
        }
        if (operation.isUndo()) {
            if (operation.undone.changes()) {
                changes = changes.substring(1);
            }
            return undo(operation.how);
        }
        if (operation.changes()) {
            changes += "A";
        }
        return admin.stream(
                base + "/bulk-import/users?results=summary&parallelism=" + settings.streams() + operation.how,
                "application/x-ndjson",
                SampleStructure.lines(records, record(operation)),
                line -> {});
    }

    private IntFunction<String> record(Operation operation) {
        return switch (operation) {
            case REMOVAL, REMOVAL_WITH_UNDO -> index -> "{\"username\":\"" + tenant.username(index) + "\"}";
            case IMPORT_WITH_UNDO -> index -> tenant.person(tenant.persons() + index);
            case PLAIN_PASSWORDS ->
                index -> "{\"username\":\"plain-" + index + "\",\"enabled\":true,\"credentials\":["
                        + "{\"type\":\"password\",\"value\":\"" + SampleTenant.PASSWORD + "\"}]}";
            default -> index -> tenant.person(index).replace(LAST_NAME, LAST_NAME + changes);
        };
    }

    private JsonNode undo(String job) {
        String lines = admin.send("POST", base + "/bulk-import/jobs/" + job + "/undo?results=summary", null)
                .body()
                .strip();
        return AdminHttp.parse(lines.substring(lines.lastIndexOf('\n') + 1));
    }

    /** Exports the realm and returns the summary, which is the last line. */
    private JsonNode export() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(keycloak.baseUrl().resolve(base + "/bulk-export/users"))
                .header("Authorization", "Bearer " + admin.token())
                .build();
        String last = "{}";
        try (Stream<String> lines = http.send(request, BodyHandlers.ofLines()).body()) {
            for (Iterator<String> each = lines.iterator(); each.hasNext(); ) {
                last = each.next();
            }
        }
        return AdminHttp.parse(last).path("summary");
    }
}
