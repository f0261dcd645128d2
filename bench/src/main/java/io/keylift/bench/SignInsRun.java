// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.http.BodyWriter;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.tenant.TenantRealm;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;

/**
 * Measures the time of sign-ins without an import, during an import of whole persons with default settings, and during
 * one that changes a field of each of these persons again and again.
 */
final class SignInsRun implements Measurement {

    private static final String DATABASE = "bench_sign_ins";
    private static final String REALM = "bench-sign-ins";

    /** Seconds until the import has found its number of chunks in flight. */
    private static final int SETTLE_SECONDS = 10;

    private final BenchServers servers;
    private final BenchSettings settings;
    private final List<Round> rounds = new ArrayList<>();
    private SignInUsers users;

    SignInsRun(BenchServers servers) {
        this.servers = servers;
        this.settings = servers.settings();
    }

    /**
     * A round.
     *
     * @param perSecond sign-ins that begin in a second
     * @param imported imported persons a second meanwhile
     * @param changing during the changes
     * @param changed changed persons a second meanwhile
     */
    record Round(
            int perSecond,
            LatencySpread idle,
            LatencySpread importing,
            double imported,
            LatencySpread changing,
            double changed) {}

    /**
     * Sign-ins during an import.
     *
     * @param summary of the import
     */
    private record Beside(LatencySpread signIns, JsonNode summary) {

        double rate() {
            return summary.path("recordsPerSecond").asDouble();
        }
    }

    @Override
    public String name() {
        return "signIns";
    }

    @Override
    public void run() throws Exception {
        try (KeycloakServer keycloak = servers.on(DATABASE).start()) {
            AdminHttp admin = AdminHttp.master(keycloak.baseUrl());
            TenantRealm.create(admin, REALM);
            users = SignInUsers.create(admin, keycloak.baseUrl(), REALM);
            Realms realms = new Realms(keycloak, "bench-beside", settings.streams());
            realms.createStaying();
            System.out.println("Sign-ins: warming up");
            round(admin, realms, settings.warmUpSeconds());
            for (int round = 1; round <= settings.rounds(); round++) {
                System.out.printf("Sign-ins, round %d of %d%n", round, settings.rounds());
                rounds.add(round(admin, realms, settings.signInSeconds()));
            }
        }
    }

    private Round round(AdminHttp admin, Realms realms, int seconds) throws Exception {
        realms.tables().settle();
        LatencySpread idle = LatencySpread.of(signIn(seconds));
        PersonRecords persons = PersonRecords.of(0);
        String realm = realms.create(Workload.WHOLE_PERSONS, persons.tenant());
        Beside importing =
                beside(admin, realm, seconds, Operation.IMPORT, index -> persons.record(index, RecordState.NEW));
        int count = importing.summary().path(Operation.IMPORT.outcome).asInt();
        realms.tables().tidy();
        Beside changing = beside(
                admin,
                realm,
                seconds,
                Operation.MERGE_CHANGED,
                index -> persons.record(index % count, RecordState.changed(1 + index / count)));
        realms.remove(realm);
        Round round = new Round(
                settings.signInsPerSecond(),
                idle,
                importing.signIns(),
                importing.rate(),
                changing.signIns(),
                changing.rate());
        System.out.println("  " + round);
        return round;
    }

    /** @param record by its index in the import, which ends after the sign-ins */
    private Beside beside(AdminHttp admin, String realm, int seconds, Operation operation, IntFunction<String> record)
            throws Exception {
        AtomicBoolean enough = new AtomicBoolean();
        CompletableFuture<JsonNode> end =
                CompletableFuture.supplyAsync(() -> importUntil(admin, realm, enough, operation, record));
        signIn(SETTLE_SECONDS);
        List<Double> signIns = signIn(seconds);
        if (end.isDone()) {
            throw new IllegalStateException("The import ended before the sign-ins: " + end.join());
        }
        enough.set(true);
        return new Beside(LatencySpread.of(signIns), end.join());
    }

    private List<Double> signIn(int seconds) throws Exception {
        return users.signIn(settings.signInsPerSecond(), seconds);
    }

    /** Imports records until the flag is set. */
    private static JsonNode importUntil(
            AdminHttp admin, String realm, AtomicBoolean enough, Operation operation, IntFunction<String> record) {
        BodyWriter records = out -> {
            for (int i = 0; !enough.get(); i++) {
                out.write(record.apply(i).getBytes(StandardCharsets.UTF_8));
                out.write('\n');
            }
        };
        try {
            JsonNode end = admin.stream(
                    "/admin/realms/" + realm + "/bulk-import/users?results=summary" + operation.how,
                    "application/x-ndjson",
                    records,
                    line -> {});
            int done = end.path(operation.outcome).asInt();
            if (done == 0 || done != end.path("read").asInt()) {
                throw new IllegalStateException("Not every record was " + operation.outcome + ": " + end);
            }
            return end;
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    @Override
    public void print(PrintStream out) {
        out.printf(
                "%n%-12s %9s %9s %9s %9s %9s %12s%n",
                "sign-ins, ms", "samples", "p50", "p95", "p99", "slowest", "persons/s");
        for (Round round : rounds) {
            print("idle", round.idle(), "", out);
            print("importing", round.importing(), rate(round.imported()), out);
            print("changing", round.changing(), rate(round.changed()), out);
        }
        out.printf("Of all three requests of a sign-in; %d began in each second.%n", settings.signInsPerSecond());
    }

    private static String rate(double persons) {
        return String.format(Locale.ROOT, "%,.0f", persons);
    }

    private static void print(String when, LatencySpread spread, String persons, PrintStream out) {
        out.printf(
                Locale.ROOT,
                "%-12s %9d %9.1f %9.1f %9.1f %9.1f %12s%n",
                when,
                spread.samples(),
                spread.p50(),
                spread.p95(),
                spread.p99(),
                spread.slowest(),
                persons);
    }

    @Override
    public Object result() {
        return rounds;
    }
}
