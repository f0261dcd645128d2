// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.Workspace;
import io.keylift.it.tenant.SampleTenant;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Measures the command beside curl: each program imports the same persons into a new realm, in random order. Then the
 * command sends longer and longer inputs of users who exist, and its memory is measured.
 */
final class ClientRun implements Measurement {

    private static final String DATABASE = "bench_client";

    private static final String CLIENT = "importer";

    /** Maximum number of persons in a round of the warm-up. */
    private static final int WARM_UP_PERSONS = 20_000;

    private final BenchServers servers;
    private final BenchSettings settings;
    private final ClientFigures figures = new ClientFigures();
    private final Random random = new Random(26);

    private KeycloakServer keycloak;
    private Realms realms;

    /** Takes the figures of a process. */
    private interface Figures {
        void add(Sender sender, int records, SenderProcess.Ended ended);
    }

    ClientRun(BenchServers servers) {
        this.servers = servers;
        this.settings = servers.settings();
    }

    @Override
    public String name() {
        return "client";
    }

    @Override
    public void run() throws Exception {
        try (KeycloakServer server = servers.on(DATABASE).start()) {
            keycloak = server;
            realms = new Realms(server, "bench-client", settings.streams());
            realms.createStaying();
            measureRates();
            measureMemory();
        }
    }

    private void measureRates() throws Exception {
        System.out.println("client: warming up");
        TimeLimit limit = new TimeLimit();
        WarmUp warmUp = new WarmUp(settings.warmUpSeconds());
        do {
            long start = System.nanoTime();
            round(Math.min(WARM_UP_PERSONS, settings.persons()), (sender, records, ended) -> {});
            double seconds = (System.nanoTime() - start) / 1e9;
            warmUp.add(1 / seconds, seconds);
        } while (!warmUp.isDone());
        for (int round = 1; round <= settings.rounds() && limit.allowsRound(); round++) {
            System.out.printf("client, round %d of %d%n", round, settings.rounds());
            limit.roundBegins();
            round(settings.persons(), figures::add);
            limit.roundEnded();
        }
    }

    private void round(int persons, Figures each) throws Exception {
        SampleTenant tenant = Realms.tenant(Workload.WHOLE_PERSONS, persons);
        SentFiles files = SentFiles.of(Workspace.directory("client"), tenant);
        List<Sender> order = new ArrayList<>(settings.senders());
        Collections.shuffle(order, random);
        for (Sender sender : order) {
            String realm = realms.create(Workload.WHOLE_PERSONS, tenant);
            files.writeHeaders(caller(realm, tenant).prepare());
            realms.tables().settle();
            each.add(sender, persons, send(sender, realm, files, "fail"));
            requireAll(realm, persons);
            realms.remove(realm);
        }
        files.delete();
    }

    private void measureMemory() throws Exception {
        int persons = Math.min(WARM_UP_PERSONS, settings.persons());
        SampleTenant tenant = Realms.tenant(Workload.WHOLE_PERSONS, persons);
        SentFiles files = SentFiles.of(Workspace.directory("client"), tenant);
        String realm = realms.create(Workload.WHOLE_PERSONS, tenant);
        realms.importAll(realm, Workload.WHOLE_PERSONS, tenant, persons);
        caller(realm, tenant);
        for (int megabytes : settings.megabytes()) {
            SentFiles large = files.repeated(megabytes);
            for (Sender sender : settings.senders()) {
                if (sender.isKeylift()) {
                    figures.addMemory(sender, megabytes, send(sender, realm, large, "skip"));
                }
            }
            large.delete();
        }
        files.delete();
        realms.remove(realm);
    }

    private SenderProcess.Ended send(Sender sender, String realm, SentFiles files, String how)
            throws IOException, InterruptedException {
        URI imports = URI.create(keycloak.baseUrl() + "/admin/realms/" + realm + "/bulk-import/users");
        SenderProcess.Ended ended = SenderProcess.run(
                files.folder(),
                environment(realm),
                sender.command(Workspace.command().toString(), imports, files, how));
        if (sender == Sender.CURL && !ended.output().contains("\"status\":\"COMPLETED\"")) {
            throw new IllegalStateException("curl: " + ended.output());
        }
        return ended;
    }

    private ImportingClient caller(String realm, SampleTenant tenant) {
        return ImportingClient.create(realms.admin(), keycloak.baseUrl(), realm, CLIENT, tenant);
    }

    private Map<String, String> environment(String realm) {
        return Map.of(
                "KEYLIFT_SERVER",
                keycloak.baseUrl().toString(),
                "KEYLIFT_REALM",
                realm,
                "KEYLIFT_CLIENT_ID",
                CLIENT,
                "KEYLIFT_CLIENT_SECRET",
                ImportingClient.SECRET);
    }

    private void requireAll(String realm, int persons) {
        int there =
                realms.admin().get("/admin/realms/" + realm + "/users/count").asInt();
        if (there != persons) {
            throw new IllegalStateException("Of " + persons + " persons, " + there + " are there");
        }
    }

    @Override
    public void print(PrintStream out) {
        figures.print(out);
    }

    @Override
    public Object result() {
        return figures.result();
    }
}
