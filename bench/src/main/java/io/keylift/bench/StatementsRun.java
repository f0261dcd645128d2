// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.observability.OtlpReceiver;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Measures the cost of the options of statements, by a request that reads a page of users from the database. The
 * servers are started together and get some hundred requests each in turn, because they share the database whose CPU
 * time is measured.
 */
final class StatementsRun implements Measurement {

    private static final String DATABASE = "bench_statements";
    private static final int USERS = 20;
    private static final String PATH = "/admin/realms/master/users?max=" + USERS;
    private static final String URI = "/admin/realms/{realm}/users";

    /** A page takes about ten times as long as a token. */
    private static final int TOKENS = 10;

    private static final int TURNS = 5;

    private final EmbeddedDatabase database;
    private final BenchSettings settings;
    private final StatementsCost result = new StatementsCost();
    private final Random random = new Random(22);

    StatementsRun(EmbeddedDatabase database, BenchSettings settings) {
        this.database = database;
        this.settings = settings;
    }

    @Override
    public String name() {
        return "statementsCost";
    }

    @Override
    public void run() throws Exception {
        try (OtlpReceiver drain = new OtlpReceiver(spans -> {})) {
            Map<StatementOptions, KeycloakServer> servers = new EnumMap<>(StatementOptions.class);
            try {
                for (StatementOptions options : StatementOptions.values()) {
                    System.out.println("Building a server: statements, " + options.label());
                    servers.put(options, options.server(database, DATABASE, drain.address()));
                }
                createUsers(servers.get(StatementOptions.NONE));
                TimeLimit limit = new TimeLimit();
                for (int set = 1; set <= settings.sets() && limit.allowsRound(); set++) {
                    System.out.printf("Cost of options of statements, set %d of %d%n", set, settings.sets());
                    limit.roundBegins();
                    measure(servers);
                    limit.roundEnded();
                }
            } finally {
                servers.values().forEach(KeycloakServer::close);
            }
        }
    }

    @Override
    public void print(PrintStream out) {
        result.print(out);
    }

    @Override
    public Object result() {
        return result;
    }

    private static void createUsers(KeycloakServer keycloak) {
        keycloak.start();
        AdminHttp admin = AdminHttp.master(keycloak.baseUrl());
        for (int i = 0; i < USERS; i++) {
            admin.post("/admin/realms/master/users", Map.of("username", "bench-statements-" + i, "enabled", true));
        }
        keycloak.stop();
    }

    private void measure(Map<StatementOptions, KeycloakServer> servers) {
        Map<StatementOptions, AdminHttp> callers = new EnumMap<>(StatementOptions.class);
        servers.forEach((options, keycloak) -> {
            keycloak.start();
            callers.put(options, AdminHttp.master(keycloak.baseUrl()));
        });
        int warmUp = Math.max(1, settings.warmUp() / TOKENS / TURNS);
        int requests = Math.max(1, settings.tokens() / TOKENS / TURNS);
        Map<StatementOptions, CpuTimes> spent = new EnumMap<>(StatementOptions.class);
        Arrays.stream(StatementOptions.values()).forEach(options -> spent.put(options, new CpuTimes(0, 0)));
        inTurn(options -> ask(callers.get(options), warmUp));
        inTurn(options -> {
            CpuTimes before = now(servers.get(options));
            ask(callers.get(options), requests);
            CpuTimes took = now(servers.get(options)).perRecord(before, requests * TURNS);
            spent.merge(options, took, CpuTimes::plus);
        });
        result.add(spent, statements(callers.get(StatementOptions.NONE)));
        result.print(System.out);
        servers.values().forEach(KeycloakServer::stop);
    }

    private interface Turn {
        void of(StatementOptions options);
    }

    private void inTurn(Turn turn) {
        List<StatementOptions> order = new ArrayList<>(List.of(StatementOptions.values()));
        for (int i = 0; i < TURNS; i++) {
            Collections.shuffle(order, random);
            order.forEach(turn::of);
        }
    }

    private static void ask(AdminHttp admin, int requests) {
        for (int i = 0; i < requests; i++) {
            admin.get(PATH);
        }
    }

    /** CPU times without the compiler, whose work differs between sets. */
    private CpuTimes now(KeycloakServer keycloak) {
        CpuTimes times = CpuTimes.of(keycloak, database);
        return new CpuTimes(times.keycloak() - CpuTimes.compilerMicros(keycloak), times.postgresql());
    }

    private static double statements(AdminHttp admin) {
        for (JsonNode endpoint :
                admin.get("/admin/realms/master/request-timings").path("endpoints")) {
            if (endpoint.path("method").asText().equals("GET")
                    && endpoint.path("uri").asText().equals(URI)) {
                return endpoint.path("statements").asDouble();
            }
        }
        return Double.NaN;
    }
}
