// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.KindRealms;
import io.keylift.it.imports.support.CrashTestServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.OnCrashTestServer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.StatementCounts;
import io.keylift.it.imports.support.StatementCounts.Run;
import io.keylift.it.soak.Soak;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Law 4 for every kind, with the database's own statement counts. */
@OnCrashTestServer
@Tag("soak-statements")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConstantStatementsIT {

    private static final int SMALL = Soak.size("records", 20, 200);
    private static final int LARGE = 5 * SMALL;

    private static final String TRANSACTIONS = "select coalesce(sum(calls), 0)::bigint from pg_stat_statements s"
            + " join pg_database d on d.oid = s.dbid where d.datname = current_database() and query ilike 'begin%'";

    private final KindRealms realms = new KindRealms("constant-statements", Map.of());

    /** Numbers of records never repeat, so every import takes a range of its own. */
    private final Map<String, Integer> next = new HashMap<>();

    private AdminHttp admin;

    /** The realms have seen a record of each kind: the first ones also make what all of them need. */
    @BeforeAll
    void realms(CrashTestServer server) throws IOException {
        server.ensureRunning();
        admin = server.admin();
        for (KindContract kind : Contracts.all()) {
            add(kind, 10, LARGE);
        }
        try (Sql sql = new Sql(server.database())) {
            StatementCounts.enable(sql);
        }
    }

    static Stream<Arguments> ways() {
        return Contracts.named().stream()
                .flatMap(kind -> Stream.of("fail", "skip", "overwrite", "merge").map(way -> Arguments.of(kind, way)));
    }

    /** The last count has a larger realm, and one more import before it. */
    @ParameterizedTest
    @MethodSource("ways")
    void law4_statementsGrowNeitherWithTheChunkNorWithTheRealmNorWithEarlierImports(
            KindContract kind, String ifExists, CrashTestServer server) throws IOException {
        try (Sql sql = new Sql(server.database())) {
            List<StatementCounts> both =
                    StatementCounts.ofTwo(chunk(sql, kind, ifExists, SMALL), chunk(sql, kind, ifExists, LARGE));
            StatementCounts small = both.get(0);
            StatementCounts large = both.get(1);

            assertThat(large.readings()).isNotEmpty().containsExactlyInAnyOrderEntriesOf(small.readings());
            assertThat(large.writings().keySet()).isEqualTo(small.writings().keySet());
            large.writings().forEach((shape, count) -> {
                if (shape.startsWith("insert") && count.rows() >= LARGE) {
                    assertThat(count.calls())
                            .as("calls for %d rows: %s", count.rows(), shape)
                            .isLessThanOrEqualTo(count.rows() / 50);
                }
            });
            if (Set.of("fail", "overwrite").contains(ifExists)) {
                add(kind, 2 * SMALL, SMALL);
                StatementCounts after = StatementCounts.ofTwo(() -> small, chunk(sql, kind, ifExists, SMALL))
                        .get(1);
                assertThat(after.readings()).containsExactlyInAnyOrderEntriesOf(small.readings());
                assertThat(after.writings().keySet()).isEqualTo(small.writings().keySet());
            }
        }
    }

    static Stream<Named<KindContract>> removals() {
        return Contracts.named().stream().filter(kind -> kind.getPayload().isRemovable());
    }

    /** Rows without an entity of their own are deleted in a JDBC batch, which counts as one statement for each row. */
    @ParameterizedTest
    @MethodSource("removals")
    void law4_theStatementsOfARemovalDoNotGrowWithTheChunk(KindContract kind, CrashTestServer server)
            throws IOException {
        try (Sql sql = new Sql(server.database())) {
            assertConstant(removal(sql, realms, kind, SMALL, "remove"), removal(sql, realms, kind, LARGE, "remove"));
        }
    }

    static Stream<Named<KindContract>> mirrors() {
        return Contracts.named().stream()
                .filter(kind -> Set.of("client-scopes", "clients", "identity-providers", "users")
                        .contains(kind.getPayload().kind()));
    }

    /** In a realm of its own: the mirror of no record removes all objects that are not protected. */
    @ParameterizedTest
    @MethodSource("mirrors")
    void law4_theStatementsOfAMirrorDoNotGrowWithWhatItRemoves(KindContract kind, CrashTestServer server)
            throws IOException {
        KindRealms own = new KindRealms("constant-statements-of-" + kind.kind(), Map.of());
        String mirror = "mirror&scope=realm&maxRemovals=100%25";
        try (Sql sql = new Sql(server.database())) {
            assertConstant(removal(sql, own, kind, SMALL, mirror), removal(sql, own, kind, LARGE, mirror));
        }
    }

    private static void assertConstant(Run ofSmall, Run ofLarge) throws IOException {
        List<StatementCounts> both = StatementCounts.ofTwo(ofSmall, ofLarge);
        StatementCounts small = both.get(0);
        StatementCounts large = both.get(1);

        assertThat(large.readings()).isNotEmpty().containsExactlyInAnyOrderEntriesOf(small.readings());
        assertThat(large.writings().keySet()).isEqualTo(small.writings().keySet());
        large.writings().forEach((shape, count) -> {
            if (count.calls() != count.rows()) {
                assertThat(count.calls())
                        .as(shape)
                        .isEqualTo(small.writings().get(shape).calls());
            }
        });
    }

    /** Adds objects, and removes them by their records, or by a mirror without records. */
    private Run removal(Sql sql, KindRealms in, KindContract kind, int size, String operation) {
        return () -> StatementCounts.once(
                sql,
                () -> {
                    try {
                        return add(in, kind, size, LARGE);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                records -> {
                    ImportAnswer answer = in.of(admin, kind)
                            .imports()
                            .post(
                                    kind.kind() + "?op=" + operation + "&parallelism=1&chunkSize=" + LARGE,
                                    operation.equals("remove") ? Records.lines(records) : "");
                    assertThat(answer.count("removed")).as("%s", answer.lines()).isGreaterThanOrEqualTo(size);
                    assertThat(answer.chunks()).hasSize(1);
                });
    }

    @Test
    void law4_theTablesOfUsersAreReadInOneStatement(CrashTestServer server) throws IOException {
        try (Sql sql = new Sql(server.database())) {
            assertThat(chunk(sql, users(), "merge", SMALL).once().readings().keySet())
                    .filteredOn(shape -> shape.contains(" user_attribute "))
                    .singleElement()
                    .asString()
                    .contains("user_role_mapping", "user_group_membership", "federated_identity", "credential");
        }
    }

    private static KindContract users() {
        return Contracts.all().stream()
                .filter(kind -> kind.kind().equals("users"))
                .findFirst()
                .orElseThrow();
    }

    /**
     * A transaction costs a session, a connection and, if it writes, often a wait for the disk. These are those of the
     * new job, and of its chunk, which ends it. The request reads from caches.
     */
    @Test
    void anImportOfOneRecordHasNoTransactionInVain(CrashTestServer server) throws IOException {
        KindContract users = users();
        try (Sql sql = new Sql(server.database())) {
            long least = Long.MAX_VALUE;
            // The server's own work, such as heartbeats, falls into some of them.
            for (int i = 0; i < 5; i++) {
                String record = Records.lines(fresh(users, 1));
                sql.strings("select pg_stat_statements_reset()::text");
                assertThat(realms.of(admin, users)
                                .imports()
                                .post("users", record)
                                .count("added"))
                        .isEqualTo(1);
                least = Math.min(least, sql.number(TRANSACTIONS));
            }

            assertThat(least).isEqualTo(2);
        }
    }

    /** The statements of an import of one chunk: of new records, or of records all of which exist and change. */
    private Run chunk(Sql sql, KindContract kind, String ifExists, int size) {
        boolean isNew = ifExists.equals("fail");
        String outcome =
                isNew ? kind.outcomeOfNew() : ifExists.equals("skip") || !kind.isChangeable() ? "skipped" : "updated";
        return () ->
                StatementCounts.once(sql, () -> isNew ? fresh(kind, size) : again(kind, ifExists, size), records -> {
                    ImportAnswer answer = realms.of(admin, kind)
                            .imports()
                            .post(
                                    kind.kind() + "?parallelism=1&chunkSize=" + LARGE + "&ifExists=" + ifExists,
                                    Records.lines(records));
                    assertThat(answer.count(outcome)).as("%s", answer.lines()).isEqualTo(size);
                    assertThat(answer.chunks()).hasSize(1);
                });
    }

    /** Adds new records and returns them. */
    private List<ObjectNode> add(KindContract kind, int count, int chunkSize) throws IOException {
        return add(realms, kind, count, chunkSize);
    }

    private List<ObjectNode> add(KindRealms in, KindContract kind, int count, int chunkSize) throws IOException {
        List<ObjectNode> records = fresh(in, kind, count);
        ImportAnswer answer =
                in.of(admin, kind).imports().post(kind.kind() + "?chunkSize=" + chunkSize, Records.lines(records));
        assertThat(answer.count(kind.outcomeOfNew())).as("%s", answer.lines()).isEqualTo(count);
        return records;
    }

    private List<ObjectNode> fresh(KindContract kind, int count) {
        return fresh(realms, kind, count);
    }

    private List<ObjectNode> fresh(KindRealms in, KindContract kind, int count) {
        int first = next.merge(kind.kind(), count, Integer::sum) - count;
        kind.prepareRecords(in.of(admin, kind), first, count);
        return IntStream.range(first, first + count).mapToObj(kind::record).toList();
    }

    /** New records that exist then, or what they are changed to. */
    private List<ObjectNode> again(KindContract kind, String ifExists, int size) {
        try {
            List<ObjectNode> existing = add(kind, size, LARGE);
            return ifExists.equals("skip")
                    ? existing
                    : existing.stream().map(record -> kind.changed(record, 1)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
