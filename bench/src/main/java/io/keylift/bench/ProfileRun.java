// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.AsyncProfiler;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.Workspace;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the share of our code in a token request to a server with our JAR. A share within one server depends little
 * on the compiler's work on other code; the server is started several times nevertheless.
 */
final class ProfileRun implements Measurement {

    private static final String DATABASE = "bench_profile";

    private record Window(Instant begin, Instant end) {}

    private final EmbeddedDatabase database;
    private final BenchSettings settings;
    private final AsyncProfiler profiler;
    private final List<CodeShare> shares = new ArrayList<>();
    private final Path recording = Workspace.directory("recordings").resolve("tokens.jfr");

    ProfileRun(EmbeddedDatabase database, BenchSettings settings, AsyncProfiler profiler) {
        this.database = database;
        this.settings = settings;
        this.profiler = profiler;
    }

    @Override
    public String name() {
        return "codeShares";
    }

    @Override
    public void run() throws Exception {
        Map<Grant, List<CpuSamples>> all = new EnumMap<>(Grant.class);
        try (KeycloakServer keycloak = Instrumentation.KEYLIFT_METRICS
                .settings(database, DATABASE, null)
                .profiled(profiler, recording)
                .prepare()) {
            for (int round = 1; round <= settings.rounds(); round++) {
                System.out.printf("Share of our code, start %d of %d%n", round, settings.rounds());
                keycloak.start();
                if (round == 1) {
                    Grant.createClient(AdminHttp.master(keycloak.baseUrl()));
                }
                Map<Grant, Window> windows = load(keycloak);
                keycloak.stop();
                for (Map.Entry<Grant, Window> loaded : windows.entrySet()) {
                    Window window = loaded.getValue();
                    all.computeIfAbsent(loaded.getKey(), grant -> new ArrayList<>())
                            .add(CpuSamples.read(recording, window.begin, window.end));
                }
            }
        }
        all.forEach((grant, samples) -> shares.add(CodeShare.of(grant, samples)));
    }

    @Override
    public void print(PrintStream out) {
        CodeShare.print(shares, out);
    }

    @Override
    public Object result() {
        return shares;
    }

    private Map<Grant, Window> load(KeycloakServer keycloak) throws Exception {
        // Two requests at a time, as in a busy server.
        List<KeycloakServer> connections = List.of(keycloak, keycloak);
        for (Grant grant : settings.grants()) {
            new TokenLoad(connections, grant).send(grant.requests(settings.warmUp()) / connections.size());
        }
        Map<Grant, Window> windows = new EnumMap<>(Grant.class);
        for (Grant grant : settings.grants()) {
            Instant begin = Instant.now();
            new TokenLoad(connections, grant).send(grant.requests(settings.tokens()) / connections.size());
            windows.put(grant, new Window(begin, Instant.now()));
        }
        return windows;
    }
}
