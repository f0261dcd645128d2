// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.SecondTier;
import io.keylift.it.TestRealms;
import io.keylift.it.http.BodyWriter;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.MetricsPage;
import io.keylift.it.imports.support.OnSmallServer;
import io.keylift.it.imports.support.OpenSpools;
import io.keylift.it.imports.support.SmallServer;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.soak.Soak;
import io.keylift.it.tenant.RealmExport;
import io.keylift.it.tenant.SampleTenant;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Law 6: half a gigabyte of heap for a document of any length. Prints its rate beside that of the same users as lines.
 */
@Tag("soak-document")
@SecondTier
@OnSmallServer
class LongDocumentIT {

    private static final int PERSONS = Soak.size("persons", 4_000, 1_000_000);

    /** How many of these come as lines, too. Rates fall while tables grow: fewer lines are in favor of the lines. */
    private static final int LINES = Soak.size("lines", PERSONS, 200_000);

    private static final long SEED = Soak.seed(26);

    /** The rate of the document, in hundredths of that of the lines. */
    private static final int LEAST_PERCENT = Soak.size("least-percent", 0, 80);

    /** Not even a number for each of the users would fit in. */
    private static final long MARGIN = Math.max(8 << 20, 8L * PERSONS);

    /** For what is left to do when the body is sent. */
    private static final Duration MOST = Duration.ofMinutes(8);

    private static final List<String> TABLES =
            List.of("user_attribute", "credential", "user_role_mapping", "user_group_membership");

    private static final String OF_REALM = " where realm_id = (select id from realm where name = ?)";

    private final ScheduledExecutorService sampler = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void stopSampling() {
        sampler.shutdownNow();
    }

    @Test
    @Timeout(900)
    void law6_aDocumentNeedsNoMoreHeapThanLines(SmallServer server) throws IOException {
        SampleTenant tenant = new SampleTenant(SEED, 1, PERSONS);
        RealmExport document = new RealmExport(tenant, "of-document");
        MetricsPage metrics = new MetricsPage(server.keycloak());
        AtomicLong most = new AtomicLong();
        HeapUsage heap = new HeapUsage(server.keycloak());
        RealmExport lines = new RealmExport(new SampleTenant(SEED, 1, LINES), "long-lines");
        ImportClient ofLines = realm(server, lines.realm());
        assertThat(ofLines.post("groups", lines.groupLines()).rejects()).isEmpty();

        double lineRate = LINES / seconds(ofLines, "users?results=summary", ImportClient.NDJSON, lines::writeUsers);

        long early = heap.liveBytes();
        sampler.scheduleWithFixedDelay(() -> most.accumulateAndGet(used(metrics), Math::max), 0, 1, TimeUnit.SECONDS);
        ImportClient ofDocument = realm(server, "long-document");
        double documentRate = PERSONS
                / seconds(ofDocument, "?results=summary&ifExists=skip", "application/json", document::writeDocument);
        stopSampling();
        long late = heap.liveBytes();

        System.out.printf(
                "Users a second: lines %,.0f, document %,.0f, ratio %.2f; most heap in use %,d MB, alive before %,d MB,"
                        + " after %,d MB%n",
                lineRate, documentRate, documentRate / lineRate, most.get() >> 20, early >> 20, late >> 20);
        assertThat(late).as("live bytes of the heap after %d users", PERSONS).isLessThan(early + MARGIN);
        assertThat(documentRate).isGreaterThanOrEqualTo(lineRate * LEAST_PERCENT / 100);
        assertThat(rows(server, "long-document")).isEqualTo(rows(server, "long-lines"));
        try (Sql sql = new Sql(server.database())) {
            assertThat(sql.number("select count(*) from user_entity" + OF_REALM, "long-document"))
                    .isEqualTo(PERSONS);
        }
        assertThat(OpenSpools.of(server.keycloak())).isEmpty();
    }

    private static ImportClient realm(SmallServer server, String name) {
        TestRealms.createForTenant(server.admin(), name);
        return new ImportClient(server.admin(), name);
    }

    /** Seconds from the first byte of the body to the last of the answer. */
    private static double seconds(ImportClient client, String path, String type, BodyWriter body) throws IOException {
        long begin = System.nanoTime();
        try (LiveImport live = client.open(path, Map.of("Content-Type", type))) {
            OutputStream out = new BufferedOutputStream(new Parts(live), 1 << 16);
            body.writeTo(out);
            out.flush();
            ImportAnswer answer = live.finish(MOST);
            assertThat(answer.addsUp().rejects()).isEmpty();
            assertThat(answer.end()).isEqualTo("COMPLETED");
        }
        return (System.nanoTime() - begin) / 1e9;
    }

    /** Sends while the server reads, so that only the rest has to come within the time that a test waits. */
    private static final class Parts extends OutputStream {

        private final LiveImport live;

        Parts(LiveImport live) {
            this.live = live;
        }

        @Override
        public void write(int part) throws IOException {
            write(new byte[] {(byte) part}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            live.send(Arrays.copyOfRange(bytes, from, from + length));
        }
    }

    private static long used(MetricsPage metrics) {
        return metrics.byTags("jvm_memory_used_bytes").entrySet().stream()
                .filter(entry -> "heap".equals(entry.getKey().get("area")))
                .mapToLong(entry -> entry.getValue().longValue())
                .sum();
    }

    /** Numbers of rows of those users who came as lines, too. */
    private static Map<String, Long> rows(SmallServer server, String realm) {
        try (Sql sql = new Sql(server.database())) {
            return TABLES.stream()
                    .collect(Collectors.toMap(
                            table -> table,
                            table -> sql.number(
                                    "select count(*) from " + table
                                            + " t where t.user_id in (select id from user_entity"
                                            + OF_REALM + " and username in (select username from user_entity"
                                            + OF_REALM + "))",
                                    realm,
                                    "long-lines")));
        }
    }
}
