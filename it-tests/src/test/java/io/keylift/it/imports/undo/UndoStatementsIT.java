// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.undo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.KindRealms;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.StatementCounts;
import io.keylift.it.imports.support.StatementCounts.Run;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Law 4 for jobs with {@code undo=true} and for their undos, with the database's own statement counts. */
@OnTunedServer
class UndoStatementsIT {

    private static final int SMALL = 10;
    private static final int LARGE = 40;

    private static final KindRealms REALMS = new KindRealms("undo-statements", Map.of());

    /** Numbers of records never repeat, so every run has a range of its own. */
    private static final Map<String, Integer> NEXT = new HashMap<>();

    static List<Named<KindContract>> undoable() {
        return Contracts.named(KindContract::isUndoable);
    }

    @ParameterizedTest
    @MethodSource("undoable")
    void law4_statementsDoNotGrowWithTheObjectsThatAreUndone(KindContract kind, TunedServer server) throws IOException {
        TwinRealm realm = REALMS.of(server.admin(), kind);
        try (Sql sql = new Sql(server.database())) {
            StatementCounts.enable(sql);
            // The first departments add the parents that those of later runs have.
            jobs(realm, kind, fresh(realm, kind, kind.kind().equals("departments") ? LARGE : SMALL));

            List<StatementCounts> both =
                    StatementCounts.ofTwo(run(sql, realm, kind, SMALL), run(sql, realm, kind, LARGE));

            StatementCounts small = both.get(0);
            StatementCounts large = both.get(1);
            assertThat(large.readings()).isNotEmpty().containsExactlyInAnyOrderEntriesOf(small.readings());
            assertThat(large.writings().keySet()).isEqualTo(small.writings().keySet());
            assertThat(large.writings().keySet()).anyMatch(shape -> shape.startsWith("insert into keylift_undo "));
        }
    }

    private static Run run(Sql sql, TwinRealm realm, KindContract kind, int size) {
        return () -> StatementCounts.once(sql, () -> fresh(realm, kind, size), records -> jobs(realm, kind, records));
    }

    private static List<ObjectNode> fresh(TwinRealm realm, KindContract kind, int count) {
        int first = NEXT.merge(kind.kind(), count, Integer::sum) - count;
        kind.prepareRecords(realm, first, count);
        return IntStream.range(first, first + count).mapToObj(kind::record).toList();
    }

    /** Adds, changes and removes objects, each time with one chunk, and undoes each of these jobs. */
    private static void jobs(TwinRealm realm, KindContract kind, List<ObjectNode> records) throws IOException {
        undone(realm, kind, "", records);
        assertThat(post(realm, kind, "", records).rejects()).isEmpty();
        if (kind.isChangeable()) {
            undone(
                    realm,
                    kind,
                    "&ifExists=overwrite",
                    records.stream().map(record -> kind.changed(record, 1)).toList());
        }
        if (kind.isRemovable()) {
            undone(realm, kind, "&op=remove", records);
        }
    }

    private static void undone(TwinRealm realm, KindContract kind, String query, List<ObjectNode> records)
            throws IOException {
        ImportAnswer done = post(realm, kind, query + "&undo=true", records);
        assertThat(done.addsUp().rejects()).isEmpty();
        assertThat(done.chunks()).hasSize(1);
        String job = done.ofType("job").get(0).get("id").asText();
        ImportAnswer undone = realm.imports().post("jobs/" + job + "/undo?results=all", "");
        assertThat(undone.addsUp().rejects()).isEmpty();
        assertThat(undone.chunks()).hasSize(1);
        assertThat(undone.count("skipped")).as("%s", undone.lines()).isZero();
    }

    private static ImportAnswer post(TwinRealm realm, KindContract kind, String query, List<ObjectNode> records)
            throws IOException {
        return realm.imports()
                .post(kind.kind() + "?results=all&parallelism=1&chunkSize=" + LARGE + query, Records.lines(records));
    }
}
