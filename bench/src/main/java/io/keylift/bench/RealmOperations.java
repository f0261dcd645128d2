// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.Database;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.tenant.SampleStructure;
import io.keylift.it.tenant.SampleTenant;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Iterator;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Operations on the objects of one kind of a realm. */
final class RealmOperations {

    /** One of so many users changes in a mirror. */
    private static final int CHANGED_BY_MIRROR = 100;

    /** One of so many users is removed by a mirror. */
    private static final int REMOVED_BY_MIRROR = 1_000;

    private final KeycloakServer keycloak;
    private final Database database;
    private final CallCounter calls;
    private final String parallelism;
    private final AdminHttp admin;
    private final Phases phases;
    private final String base;
    private final OperatedRecords records;
    private final BenchSettings settings;
    private final HttpClient http = HttpClient.newHttpClient();

    private RecordState state = RecordState.NEW;
    private RecordState before = RecordState.NEW;
    private int count;

    /** @param realm realm of the site with all objects to which the records refer */
    RealmOperations(Site site, String realm, OperatedRecords records, BenchSettings settings) {
        this.keycloak = site.keycloak();
        this.database = keycloak.database();
        this.calls = site.calls();
        this.parallelism = site.parallelism();
        this.admin = AdminHttp.master(keycloak.baseUrl());
        this.phases = new Phases(keycloak);
        this.base = "/admin/realms/" + realm;
        this.records = records;
        this.settings = settings;
        this.count = records.count();
    }

    /** Measures an operation, from the first byte sent to the last one read. */
    Done run(Operation operation) throws Exception {
        // Otherwise the measurement could include a request for a token.
        admin.token();
        if (operation == Operation.MIRROR) {
            count -= removedByMirror();
        }
        int done = operation == Operation.PLAIN_PASSWORDS || operation == Operation.PASSWORD_HASH
                ? settings.passwords()
                : count;
        Written written = Written.of(database, keycloak.databaseName());
        Map<String, Double> ofPhases = phases.read(records.kind());
        DatabaseCalls called = calls.read();
        CpuTimes cpu = CpuTimes.of(keycloak, database);
        long start = System.nanoTime();
        JsonNode summary = perform(operation, done);
        double seconds = (System.nanoTime() - start) / 1e9;
        CpuTimes ofRecord = CpuTimes.of(keycloak, database).perRecord(cpu, done);
        DatabaseCalls ofOperation = called == null ? null : calls.read().since(called);
        requireDone(operation, done, summary);
        return new Done(
                operation,
                done,
                seconds,
                ofRecord,
                Written.of(database, keycloak.databaseName()).since(written),
                Phases.spent(ofPhases, phases.read(records.kind())),
                ofOperation);
    }

    private void requireDone(Operation operation, int done, JsonNode summary) {
        if (operation == Operation.PASSWORD_HASH) {
            return;
        }
        int outcomes = summary.path(operation.outcome).asInt();
        boolean complete = switch (operation) {
            case MIRROR ->
                outcomes == (done + CHANGED_BY_MIRROR - 1) / CHANGED_BY_MIRROR
                        && outcomes + summary.path("skipped").asInt() == done
                        && summary.path("removed").asInt() == records.count() - count;
            // A realm has roles of its own.
            case EXPORT -> outcomes >= done;
            default -> outcomes == done;
        };
        if (!complete || !summary.path("status").asText().equals("COMPLETED")) {
            throw new IllegalStateException(operation.label() + " of " + done + " records: " + summary);
        }
    }

    private int removedByMirror() {
        return Math.max(1, count / REMOVED_BY_MIRROR);
    }

    private JsonNode perform(Operation operation, int done) throws Exception {
        if (operation == Operation.EXPORT) {
            return export();
        }
        if (operation == Operation.PASSWORD_HASH) {
            HashRate.hash(done, SampleTenant.PASSWORD);
            return AdminHttp.JSON.missingNode();
        }
        if (operation.isUndo()) {
            state = before;
            return undo(operation.how);
        }
        before = state;
        state = operation.after(state);
        return admin.stream(
                base + "/bulk-import/" + records.kind() + "?results=summary&parallelism=" + parallelism + operation.how,
                "application/x-ndjson",
                SampleStructure.lines(done, record(operation)),
                line -> {});
    }

    private IntFunction<String> record(Operation operation) {
        RecordState sent = operation == Operation.MERGE_WITHOUT_CREDENTIAL ? state.withoutCredential() : state;
        return switch (operation) {
            case REMOVAL, REMOVAL_WITH_UNDO -> records::key;
            case IMPORT_WITH_UNDO -> index -> records.record(records.count() + index, sent);
            case PLAIN_PASSWORDS ->
                index -> "{\"username\":\"plain-" + index + "\",\"enabled\":true,\"credentials\":["
                        + "{\"type\":\"password\",\"value\":\"" + SampleTenant.PASSWORD + "\"}]}";
            case MIRROR -> index -> records.record(index, index % CHANGED_BY_MIRROR == 0 ? state.changed() : state);
            default -> index -> records.record(index, sent);
        };
    }

    private JsonNode undo(String job) {
        String lines = admin.send("POST", base + "/bulk-import/jobs/" + job + "/undo?results=summary", null)
                .body()
                .strip();
        return AdminHttp.parse(lines.substring(lines.lastIndexOf('\n') + 1));
    }

    /** Exports the objects and returns the summary, which is the last line. */
    private JsonNode export() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        keycloak.baseUrl().resolve(base + "/bulk-export/" + records.kind()))
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
