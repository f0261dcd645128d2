// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.KindRealms;
import io.keylift.it.imports.kinds.UsersContract;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.StatementCounts;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.TestServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Query plans of each kind's look-ups on full tables. The statements are recorded during imports into a new database.
 * Then the tables are filled, and the database explains the statements.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LookupPlansIT {

    private static final int RECORDS = 5;

    /** So many rows that some indexes of their table have two levels and others have one. */
    private static final int FEW = 300;

    /** More than the driver executes before the server keeps the plan of a statement, on each of the connections. */
    private static final int SMALL_IMPORTS = 30;

    private static final int CHUNK = 1000;
    private static final int CHUNKS = 4;

    /** Pages that a look-up reads for one value: those of the index from its root, and those of some rows. */
    private static final int PAGES_FOR_A_VALUE = 15;

    private static final String PAGES = """
            select query, (shared_blks_hit + shared_blks_read) / calls
            from pg_stat_statements s join pg_database d on d.oid = s.dbid
            where d.datname = current_database() and query ~* '^ *select' and query ~* 'unnest'
            """;

    /**
     * Keycloak's own methods remove these, and look for policies, permission tickets, identity providers and their
     * mappers in the whole table.
     */
    private static final Set<String> REMOVED_BY_KEYCLOAK =
            Set.of("client-scopes", "clients", "identity-providers", "scopes");

    private final EmbeddedDatabase database = TestDatabase.start();
    private final Map<String, List<String>> lookups = new LinkedHashMap<>();
    private final Map<String, Long> pagesAfterGrowth = new LinkedHashMap<>();
    private Map<String, String> readingAllWithoutStatistics;
    private Sql sql;
    private Set<String> full;

    @BeforeAll
    void fill() throws IOException {
        try (KeycloakServer keycloak =
                TestServer.on(database).option("db-pool-max-size", "4").start()) {
            sql = new Sql(database);
            StatementCounts.enable(sql);
            AdminHttp admin = AdminHttp.master(keycloak.baseUrl());
            Set<String> realmLoad = realmLoad(admin);
            KindRealms realms = new KindRealms("plans", Map.of());
            for (KindContract kind : kindsOfTheServer(admin)) {
                TwinRealm realm = realms.of(admin, kind);
                sql.strings("select pg_stat_statements_reset()::text");
                importAllWays(kind, realm.imports());
                List<String> ofKind = new ArrayList<>(QueryPlans.lookups(sql));
                ofKind.removeAll(realmLoad);
                lookups.put(kind.kind(), ofKind);
            }
            KindContract users = new UsersContract();
            grow(realms.of(admin, users).imports(), users);
        }
        Set<String> used = new TreeSet<>();
        lookups.values()
                .forEach(
                        statements -> used.addAll(QueryPlans.of(sql, statements).tables()));
        full = TableFiller.fill(database, used);
        readingAllWithoutStatistics = withoutStatistics();
        TableFiller.analyze(database, used);
    }

    /** Imports users into tables for whose few rows the connections of the server have kept plans. */
    private void grow(ImportClient client, KindContract users) throws IOException {
        post(client, "users", withoutPasswords(users, 0, FEW));
        forgetStatistics();
        List<ObjectNode> few = withoutPasswords(users, 0, RECORDS);
        for (int i = 0; i < SMALL_IMPORTS; i++) {
            post(client, "users?ifExists=merge", few);
            post(client, "users?ifExists=merge&dryRun=true", few);
        }
        List<ObjectNode> many = withoutPasswords(users, FEW, FEW + CHUNKS * CHUNK);
        for (String way : List.of("fail", "merge", "skip")) {
            sql.strings("select pg_stat_statements_reset()::text");
            post(client, "users?parallelism=1&chunkSize=" + CHUNK + "&ifExists=" + way, many);
            sql.rows(PAGES).forEach(row -> pagesAfterGrowth.merge(row.get(0), Long.parseLong(row.get(1)), Math::max));
        }
        forgetStatistics();
    }

    /** Connections make their plans anew. */
    private void forgetStatistics() {
        sql.execute("set allow_system_table_mods to on");
        sql.execute("delete from pg_statistic");
        sql.execute("update pg_class set reltuples = -1, relpages = 0 where relnamespace = 'public'::regnamespace");
        sql.execute("reset allow_system_table_mods");
    }

    /** Passwords would take longer to hash than all else. */
    private static List<ObjectNode> withoutPasswords(KindContract users, int first, int end) {
        return IntStream.range(first, end)
                .mapToObj(number -> users.record(number).without(List.of("credentials")))
                .map(ObjectNode.class::cast)
                .toList();
    }

    /** An import or a verification may begin before the database has statistics of what another import has added. */
    private Map<String, String> withoutStatistics() {
        sql.execute("set enable_seqscan to off");
        Map<String, String> reading = QueryPlans.of(sql, byKey()).readingAll();
        sql.execute("reset enable_seqscan");
        return reading;
    }

    private List<String> byKey() {
        List<String> byKey = lookups.values().stream()
                .flatMap(List::stream)
                .filter(statement -> statement.contains("lateral"))
                .distinct()
                .toList();
        assertThat(byKey).hasSizeGreaterThan(10);
        return byKey;
    }

    @AfterAll
    void stop() {
        if (sql != null) {
            sql.close();
        }
        database.close();
    }

    static List<Named<KindContract>> kinds() {
        return Contracts.named(kind -> !kind.kind().equals("realm-attributes"));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void law4_noLookupReadsAWholeTableOrRealm(KindContract kind) {
        QueryPlans plans = QueryPlans.of(sql, lookups.get(kind.kind()));

        assertThat(plans.tables()).as("tables that are looked into").isNotEmpty();
        assertThat(full).as("tables that are full").containsAll(plans.tables());
        assertThat(plans.readingAll()).isEmpty();
    }

    @Test
    void law4_norDoesALookupByKeyWithoutStatistics() {
        assertThat(readingAllWithoutStatistics).isEmpty();
    }

    @Test
    void law4_norDoesALookupWhosePlanWasMadeForAFewRows() {
        assertThat(pagesAfterGrowth)
                .hasSizeGreaterThan(10)
                .allSatisfy((statement, pages) ->
                        assertThat(pages).as(statement).isLessThan((long) CHUNK * PAGES_FOR_A_VALUE));
    }

    /** An undo may begin when the database has statistics without the users of the realm, which were removed. */
    @Test
    void law4_norDoesALookupByKeyWithStatisticsThatLackTheRealm() {
        sql.execute("set enable_seqscan to off");
        Map<String, String> reading = QueryPlans.inNewRealm(sql, byKey()).readingAll();
        sql.execute("reset enable_seqscan");

        assertThat(reading).isEmpty();
    }

    /**
     * The statements by which Keycloak caches a realm: its settings, again after each chunk that changes one. Their
     * number does not grow with the import.
     */
    private Set<String> realmLoad(AdminHttp admin) {
        TwinRealm realm = TwinRealm.create(admin, "plans-of-a-realm", Map.of());
        admin.put(realm.path(""), "{\"displayName\":\"Changed\"}");
        sql.strings("select pg_stat_statements_reset()::text");
        admin.get(realm.path(""));
        return Set.copyOf(QueryPlans.lookups(sql));
    }

    private static List<KindContract> kindsOfTheServer(AdminHttp admin) {
        List<String> listed =
                admin.get("/admin/realms/master/bulk-import/kinds").findValuesAsText("kind");
        return Contracts.all().stream()
                .filter(kind -> listed.contains(kind.kind()))
                .toList();
    }

    private static void importAllWays(KindContract kind, ImportClient client) throws IOException {
        List<ObjectNode> records =
                IntStream.range(0, RECORDS).mapToObj(kind::record).toList();
        List<ObjectNode> changed = new ArrayList<>();
        records.forEach(record -> changed.add(kind.changed(record, 1)));
        post(client, kind.kind() + "?dryRun=true", records);
        post(client, kind.kind() + "?ifExists=fail", records);
        post(client, kind.kind() + "?ifExists=overwrite", changed);
        post(client, kind.kind() + "?ifExists=merge", records);
        post(client, kind.kind() + "?ifExists=skip", changed);
        if (kind.isRemovable() && !REMOVED_BY_KEYCLOAK.contains(kind.kind())) {
            post(client, kind.kind() + "?op=remove&dryRun=true", changed);
            post(client, kind.kind() + "?op=remove", changed);
        }
    }

    private static void post(ImportClient client, String path, List<ObjectNode> records) throws IOException {
        ImportAnswer answer = client.post(path, Records.lines(records));
        assertThat(answer.addsUp().count("rejected")).as("%s", answer.lines()).isZero();
    }
}
