// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Ledger;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.MetricsPage;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.UserRecords;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Number of connections of an import with automatic parallelism. The database responds as slowly as a distant one and
 * chunks are small, so that another chunk in flight is always faster. Beside other tests, the machine would decide what
 * is faster.
 */
@Isolated
@OnTunedServer
class PoolShareIT {

    private static final int SHARE = TunedServer.POOL_SIZE * TunedServer.POOL_SHARE / 100;

    private static final String DISTANT = """
            create or replace function distant() returns trigger language plpgsql as
            'begin perform pg_sleep(0.1); return new; end';
            create or replace trigger distant before insert on keylift_import_chunk
            for each row execute function distant()
            """;

    /** Transactions that have written users and are not over. */
    private static final String WRITERS = """
            select count(distinct pid) from pg_locks
            where relation = 'user_entity'::regclass and mode = 'RowExclusiveLock'
            """;

    private static final String HELD_UP =
            "select count(*) from pg_locks where not granted and relation = 'event_entity'::regclass";

    private TunedServer server;
    private Sql sql;
    private MetricsPage metrics;
    private int peak;

    @BeforeEach
    void distantDatabase(TunedServer tuned) {
        server = tuned;
        metrics = new MetricsPage(tuned.keycloak());
        sql = new Sql(tuned.database());
        sql.execute(DISTANT);
    }

    @AfterEach
    void database() {
        sql.execute("drop trigger distant on keylift_import_chunk");
        sql.close();
    }

    @Test
    void automaticParallelismTakesItsShareOfThePoolAndNoMore() throws IOException {
        ImportClient client = server.realm("share");
        Ledger ledger = new Ledger(sql, client.realm(), "share");
        try (LiveImport live = client.open("users?chunkSize=5&job=share")) {
            live.sendInBackground(PoolShareIT::endlessly);
            watchUntil(() -> peak >= SHARE);
            long reached = ledger.chunkCount();
            watchUntil(() -> ledger.chunkCount() >= reached + 60);
            client.move("share", "cancel");
            assertThat(live.answer().end()).isEqualTo("CANCELLED cancelled");
        }
        assertThat(peak).isEqualTo(SHARE);
    }

    @Test
    void automaticParallelismGivesWayWhenOthersWaitForConnections() throws IOException {
        ImportClient client = server.realm("scarce");
        Ledger ledger = new Ledger(sql, client.realm(), "scarce");
        try (LiveImport live = client.open("users?chunkSize=5&job=scarce")) {
            live.sendInBackground(PoolShareIT::endlessly);
            watchUntil(() -> peak == SHARE);
            takeAllConnections(client);
            // The chunks that had to wait are through.
            long waited = ledger.chunkCount() + SHARE;
            await().until(() -> ledger.chunkCount() >= waited);
            peak = 0;
            watchUntil(() -> ledger.chunkCount() >= waited + 30);
            client.move("scarce", "cancel");
            assertThat(live.answer().end()).isEqualTo("CANCELLED cancelled");
        }
        assertThat(peak).isEqualTo(1);
    }

    /** Requests that wait for a lock hold every connection of the pool, for as long as chunks have to wait for one. */
    private void takeAllConnections(ImportClient client) {
        ExecutorService others = Executors.newFixedThreadPool(TunedServer.POOL_SIZE);
        AtomicBoolean held = new AtomicBoolean(true);
        try (Sql holdUp = new Sql(server.database())) {
            holdUp.begin();
            holdUp.execute("lock table event_entity in access exclusive mode");
            for (int i = 0; i < TunedServer.POOL_SIZE; i++) {
                others.execute(() -> {
                    while (held.get()) {
                        client.admin().send("GET", "/admin/realms/" + client.realm() + "/events", null);
                    }
                });
            }
            await().atMost(Duration.ofMinutes(1))
                    .during(Duration.ofMillis(200))
                    .until(() -> sql.number(HELD_UP) == TunedServer.POOL_SIZE
                            && metrics.value("keylift_import_chunks_in_flight") > 0);
            holdUp.rollback();
        } finally {
            held.set(false);
            others.shutdown();
        }
    }

    private void watchUntil(Callable<Boolean> condition) {
        await().atMost(Duration.ofMinutes(2))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> {
                    peak = Math.max(peak, (int) sql.number(WRITERS));
                    return condition.call();
                });
    }

    /** More than the chunks take, and not as much as there can be: the server has other things to do. */
    private static void endlessly(OutputStream out) throws IOException {
        for (int i = 0; ; i++) {
            out.write(UserRecords.lines("user", 100 * i, 100 * i + 99).getBytes(StandardCharsets.UTF_8));
            out.flush();
            LockSupport.parkNanos(50_000_000);
        }
    }
}
