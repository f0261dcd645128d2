// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import static org.awaitility.Awaitility.await;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.http.BodyWriter;
import io.keylift.it.imports.support.KillMoment.Point;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.TestServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * One Keycloak with a database of its own, for all test classes that kill the server at a chosen moment, that count all
 * statements, or that need a key for the secrets in jobs beside the JAR of the example kind.
 */
public final class CrashTestServer implements AutoCloseable {

    /** Transaction timeout of the server, in seconds. The first realm after a start can take ten on a busy machine. */
    public static final int TRANSACTION_SECONDS = 20;

    private final EmbeddedDatabase database = TestDatabase.start();
    private final KeycloakServer keycloak = TestServer.withoutCleanUps(database)
            .option(StoredSecretsKey.OPTION, StoredSecretsKey.file("crash-test-key"))
            .option("spi-admin-realm-restapi-extension--bulk-import--export-secrets", "true")
            .jvmArgument("-Dquarkus.transaction-manager.default-transaction-timeout=" + TRANSACTION_SECONDS + "s")
            .prepare();

    /** Starts the server unless it runs. */
    public void ensureRunning() {
        if (!keycloak.isAlive()) {
            keycloak.start();
        }
    }

    public EmbeddedDatabase database() {
        return database;
    }

    public KeycloakServer keycloak() {
        return keycloak;
    }

    public ImportClient client(String realm) {
        return new ImportClient(admin(), realm);
    }

    /** The bootstrap administrator, anew after each start of the server. */
    public AdminHttp admin() {
        AdminHttp admin = AdminHttp.master(keycloak.baseUrl());
        RealmTemplates.use(admin, database);
        return admin;
    }

    /**
     * Runs a job until that moment and kills the server. Returns the numbers of the chunks that it had reported.
     *
     * @param path kind and parameters
     */
    public List<Integer> killAt(KillMoment moment, Ledger ledger, ImportClient client, String path, BodyWriter body)
            throws IOException {
        long before = ledger.chunkCount();
        long wanted = moment.point() == Point.ENDING ? moment.chunks() : Math.max(moment.chunks(), before + 1);
        try (LiveImport live = client.open(path);
                Sql holdUp = new Sql(database)) {
            live.sendInBackground(body);
            live.awaitJob();
            switch (moment.point()) {
                case OPENED -> {}
                case REPORTED -> live.awaitChunks((int) wanted);
                case ENDING -> {
                    holdUp(holdUp, moment);
                    until(() -> ledger.chunkCount() == wanted);
                    until(() -> isHeldUp(ledger.sql(), moment));
                }
                default -> {
                    until(() -> ledger.chunkCount() >= wanted);
                    if (moment.point().table != null) {
                        holdUp(holdUp, moment);
                        until(() -> isHeldUp(ledger.sql(), moment));
                    }
                }
            }
            keycloak.kill();
            return live.answer().chunks().stream()
                    .map(chunk -> chunk.path("chunk").asInt())
                    .toList();
        }
    }

    /** Locks the table: waits for transactions that write to it and blocks new ones. */
    private static void holdUp(Sql sql, KillMoment moment) {
        sql.begin();
        sql.execute("lock table " + moment.point().table + " in share mode");
    }

    private static boolean isHeldUp(Sql sql, KillMoment moment) {
        return sql.number(
                        "select count(*) from pg_locks where not granted and relation = cast(? as regclass)",
                        moment.point().table)
                > 0;
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(Duration.ofMinutes(2))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(condition);
    }

    /** Waits until the database has ended all transactions of the killed server. */
    public static void awaitEndOfTransactions(Sql sql) {
        until(() -> sql.number("select count(*) from pg_stat_activity"
                        + " where datname = 'keycloak' and pid <> pg_backend_pid() and state <> 'idle'")
                == 0);
    }

    @Override
    public void close() {
        keycloak.close();
        database.close();
    }
}
