// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts a plain server and one with our JAR at the same time, again and again, and asks them in turn, request by request: the same work takes a tenth more CPU time
 * or less from one second to the next, for what else the machine does and its neighbours do, and that befalls both alike. Each pair has been compiled anew. Only by
 * secret: what the compiler makes of a password's hash differs by half from start to start, and beside that nothing else shows.
 */
final class PairedRun {

    private static final String DATABASE = "bench_pairs";

    private static final Grant GRANT = Grant.CLIENT_CREDENTIALS;

    /** The compiler takes so many requests until there is little left for it. */
    private static final int WARM_UP = 20_000;

    private final EmbeddedDatabase database;
    private final BenchSettings settings;
    private final PairedCost cost = new PairedCost(GRANT.label(), new ArrayList<>(), new ArrayList<>());

    PairedRun(EmbeddedDatabase database, BenchSettings settings) {
        this.database = database;
        this.settings = settings;
    }

    PairedCost run() throws Exception {
        try (KeycloakServer plain = Observed.PLAIN.server(database, DATABASE, null);
                KeycloakServer metered = Observed.KEYLIFT_METRICS.server(database, DATABASE, null)) {
            Grant.createClient(plain);
            for (int pair = 1; pair <= settings.pairs(); pair++) {
                System.out.printf("Cost of a token, pair %d of %d%n", pair, settings.pairs());
                for (KeycloakServer keycloak : pair % 2 == 0 ? List.of(plain, metered) : List.of(metered, plain)) {
                    keycloak.start();
                    new TokenLoad(keycloak).request(GRANT, WARM_UP);
                }
                ask(plain, metered);
                cost.print(System.out);
                plain.stop();
                metered.stop();
            }
        }
        return cost;
    }

    private void ask(KeycloakServer plain, KeycloakServer metered) throws Exception {
        TokenRequest ofPlain = new TokenRequest(plain, GRANT);
        TokenRequest ofMetered = new TokenRequest(metered, GRANT);
        ProcessTime plainBefore = ProcessTime.of(plain);
        ProcessTime meteredBefore = ProcessTime.of(metered);
        for (int i = 0; i < settings.tokens(); i++) {
            // Each is first as often as second.
            (i % 2 == 0 ? ofPlain : ofMetered).send();
            (i % 2 == 0 ? ofMetered : ofPlain).send();
        }
        ProcessTime plainSpent = ProcessTime.of(plain).since(plainBefore);
        ProcessTime meteredSpent = ProcessTime.of(metered).since(meteredBefore);
        cost.ofPlain().add(meteredSpent.all() / plainSpent.all());
        cost.ofPlainCompiled().add(meteredSpent.withoutCompiler() / plainSpent.withoutCompiler());
    }

    /** CPU time of a server's process in microseconds, and of its compiler alone. */
    private record ProcessTime(double all, double compiler) {

        static ProcessTime of(KeycloakServer keycloak) {
            return new ProcessTime(CpuTimes.micros(keycloak), CpuTimes.compilerMicros(keycloak));
        }

        ProcessTime since(ProcessTime before) {
            return new ProcessTime(all - before.all, compiler - before.compiler);
        }

        double withoutCompiler() {
            return all - compiler;
        }
    }
}
