// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.SecondTier;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Ledger;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TenantUsers;
import io.keylift.it.imports.visibility.TwoNodes;
import io.keylift.it.server.HaProxy;
import io.keylift.it.server.HaProxy.Backend;
import io.keylift.it.server.Workspace;
import io.keylift.it.soak.Soak;
import io.keylift.it.stack.InstalledProgram;
import io.keylift.it.tenant.SampleTenant;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Law 2 for a command that imports over a load balancer, while two nodes and the balancer end and start again. */
@SecondTier
@Tag("soak-client")
class BalancedCommandIT {

    private static final String REALM = "balanced-command";
    private static final int PERSONS = Soak.size("persons", 20_000, 300_000);
    private static final int KILLS = Soak.size("kills", 2, 10);
    private static final int RESTARTS = 2;
    private static final long SEED = Soak.seed(50);
    private static final int CHUNK_SIZE = Math.min(1_000, PERSONS / 100);
    private static final List<String> JOBS = List.of("persons.1-of-2", "persons.2-of-2");

    private static final SampleTenant TENANT = new SampleTenant(SEED, 200, PERSONS);

    @TempDir
    private static Path folder;

    /** Ends a node or the balancer when so many persons are committed. */
    private record Break(long committed, boolean ofNode) {}

    @BeforeAll
    static void program() {
        InstalledProgram.require("haproxy", "haproxy");
    }

    @Test
    void law2_aCommandLosesAndDoublesNoRecord_whateverEndsBetweenItAndTheDatabase() throws Exception {
        try (TwoNodes nodes = new TwoNodes();
                HaProxy balancer = HaProxy.start(
                        Workspace.directory("balanced-command"), Backend.of(nodes.node(0)), Backend.of(nodes.node(1)));
                Sql sql = new Sql(nodes.database());
                KilledNodes killed = new KilledNodes(nodes, new Random(SEED))) {
            prepare(nodes.admin(0));
            Keylift keylift = Keylift.asAdministrator(balancer.baseUrl(), REALM, folder);
            long start = System.nanoTime();
            try (Keylift.Running running = keylift.start(
                    "import",
                    "users",
                    "persons.ndjson",
                    "--streams",
                    "2",
                    "--job",
                    "persons",
                    "--chunk-size",
                    Integer.toString(CHUNK_SIZE))) {
                for (Break each : breaks()) {
                    awaitCommitted(each.committed(), sql, running);
                    if (each.ofNode()) {
                        killed.killOne();
                    } else {
                        balancer.restart();
                    }
                }
                Keylift.Ended ended = running.await();
                assertThat(ended.code()).as(ended.err()).isZero();
                String all = "%1$,d read, %1$,d added".formatted(PERSONS);
                assertThat(ended.err()).contains("Sent again in", all);
                System.out.printf(
                        "%,d persons in %.0f s; %d kills, %d of them of the only node; streams sent again %d times%n",
                        PERSONS,
                        (System.nanoTime() - start) / 1e9,
                        KILLS,
                        killed.last(),
                        ended.err()
                                .lines()
                                .filter(line -> line.contains("Sent again in"))
                                .count());
            }
            killed.awaitAll();
            assertImported(sql, keylift);
        }
    }

    private static void prepare(AdminHttp admin) throws IOException {
        assertThat(admin.get("/admin/realms/master").path("accessTokenLifespan").asInt())
                .as("seconds that a token of the command lives")
                .isEqualTo(60);
        TestRealms.createForTenant(admin, REALM);
        new ImportClient(admin, REALM).post("organizations", ImportClient.NDJSON, TENANT::writeOrganizations);
        try (OutputStream out = Files.newOutputStream(folder.resolve("persons.ndjson"))) {
            TENANT.writePersons(out);
        }
    }

    /** Spread over the import, each at a moment of its own, and the balancer's among those of the nodes. */
    private static List<Break> breaks() {
        Random random = new Random(SEED);
        List<Boolean> ofNodes = new ArrayList<>(Collections.nCopies(KILLS, true));
        ofNodes.addAll(Collections.nCopies(RESTARTS, false));
        Collections.shuffle(ofNodes, random);
        double part = PERSONS / (ofNodes.size() + 1.0);
        return IntStream.range(0, ofNodes.size())
                .mapToObj(i -> new Break((long) ((i + random.nextDouble()) * part), ofNodes.get(i)))
                .toList();
    }

    private static void awaitCommitted(long persons, Sql sql, Keylift.Running running) {
        await().atMost(Duration.ofMinutes(3))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> !running.process().isAlive()
                        || JOBS.stream()
                                        .mapToLong(job -> new Ledger(sql, REALM, job).sum("added"))
                                        .sum()
                                > persons);
    }

    private static void assertImported(Sql sql, Keylift keylift) throws IOException, InterruptedException {
        TenantUsers users = new TenantUsers(sql, REALM, TENANT);
        users.assertEachExactlyOnce();
        users.assertChildRows();

        Keylift.Ended verified =
                keylift.run("verify", "users", "persons.ndjson", "--streams", "2", "--job", "verification");

        assertThat(verified.code()).as(verified.err()).isZero();
        assertThat(verified.err()).contains("%,d same".formatted(PERSONS));
    }
}
