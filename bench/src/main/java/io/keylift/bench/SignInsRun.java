// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.http.BodyWriter;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.tenant.SampleTenant;
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

/** Measures the time of sign-ins during an import of whole persons with default settings, and without one. */
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
     */
    record Round(int perSecond, LatencySpread idle, LatencySpread importing, double imported) {}

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
        SampleTenant tenant = Realms.tenant(Workload.WHOLE_PERSONS, 0);
        String realm = realms.create(Workload.WHOLE_PERSONS, tenant);
        AtomicBoolean enough = new AtomicBoolean();
        CompletableFuture<JsonNode> end =
                CompletableFuture.supplyAsync(() -> importUntil(admin, realm, tenant, enough));
        signIn(SETTLE_SECONDS);
        List<Double> importing = signIn(seconds);
        if (end.isDone()) {
            throw new IllegalStateException("The import ended before the sign-ins: " + end.join());
        }
        enough.set(true);
        double imported = end.join().path("recordsPerSecond").asDouble();
        realms.remove(realm);
        Round round = new Round(settings.signInsPerSecond(), idle, LatencySpread.of(importing), imported);
        System.out.println("  " + round);
        return round;
    }

    private List<Double> signIn(int seconds) throws Exception {
        return users.signIn(settings.signInsPerSecond(), seconds);
    }

    /** Imports persons until the flag is set. */
    private static JsonNode importUntil(AdminHttp admin, String realm, SampleTenant tenant, AtomicBoolean enough) {
        BodyWriter persons = out -> {
            for (int i = 0; !enough.get(); i++) {
                out.write(tenant.person(i).getBytes(StandardCharsets.UTF_8));
                out.write('\n');
            }
        };
        try {
            JsonNode end = admin.stream(
                    "/admin/realms/" + realm + "/bulk-import/users?results=summary",
                    "application/x-ndjson",
                    persons,
                    line -> {});
            if (end.path("added").asInt() == 0
                    || end.path("added").asInt() != end.path("read").asInt()) {
                throw new IllegalStateException("Not everything was imported: " + end);
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
                "sign-ins, ms", "samples", "p50", "p95", "p99", "slowest", "imported/s");
        for (Round round : rounds) {
            print("idle", round.idle(), "", out);
            print("importing", round.importing(), String.format(Locale.ROOT, "%,.0f", round.imported()), out);
        }
        out.printf("Of all three requests of a sign-in; %d began in each second.%n", settings.signInsPerSecond());
    }

    private static void print(String when, LatencySpread spread, String imported, PrintStream out) {
        out.printf(
                Locale.ROOT,
                "%-12s %9d %9.1f %9.1f %9.1f %9.1f %12s%n",
                when,
                spread.samples(),
                spread.p50(),
                spread.p95(),
                spread.p99(),
                spread.slowest(),
                imported);
    }

    @Override
    public Object result() {
        return rounds;
    }
}
