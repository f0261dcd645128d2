// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.CommittedChunk;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.Finding;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobLedger.ReportPage;
import io.keylift.bulkimport.job.JobPart;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.RecordWarning;
import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.job.Removal;
import io.keylift.bulkimport.job.ReportLine;
import io.keylift.bulkimport.job.Warning;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.PersistenceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ChunkLedgerTest extends LedgerFixture {

    @Test
    void anEntryReadsAsItWasWritten() {
        ImportJob job = job("people");
        Reject[] rejects = {
            new Reject(
                    3, "jürgen@例え.jp 😀", "unknown_organization", "/organizations/0", "line\nbreak \"quoted\" \u0000"),
            new Reject(7, null, "malformed", "", "")
        };
        ChunkEntry written = chunk(1, new Counters(1, 2, 4, 3, 2), rejects);
        ledger.append(job.uid(), written);

        ChunkEntry read = ledger.entry(job.uid(), 1).orElseThrow();

        assertThat(read).usingRecursiveComparison().isEqualTo(written);
        assertThat(ledger.entry(job.uid(), 2)).isEmpty();
        assertThat(ledger.entry("nobody", 1)).isEmpty();
    }

    @Test
    void theChunksOfAJobOfTheRealmHaveTheirKindsAndCountForThem() {
        JobSpec ofRealm = spec(REALM, "everything").ofKind(JobSpec.REALM);
        ImportJob job = ledger.open(ofRealm, CALLER, "node-a", NOW);
        ImportJob other = job("people");
        Reject reject = new Reject(new ReportLine.Subject(3, null, "x", "users"), "exists", "/name", "taken");
        together(ledger -> {
            ledger.append(job.uid(), entry(3, "users", new Counters(5, 0, 0, 0, 1), reject));
            ledger.append(job.uid(), entry(1, "roles", new Counters(1, 2, 3, 4, 0)));
            ledger.append(job.uid(), entry(2, "users", new Counters(7, 0, 0, 0, 0)));
            ledger.append(job.uid(), entry(4, null, new Counters(0, 0, 0, 0, 9)));
            ledger.append(other.uid(), chunk(1, new Counters(1, 0, 0, 0, 0)));
        });

        assertThat(ledger.parts(List.of(job.uid(), other.uid())))
                .isEqualTo(Map.of(
                        job.uid(),
                        List.of(
                                new JobPart("roles", new Counters(1, 2, 3, 4, 0)),
                                new JobPart("users", new Counters(12, 0, 0, 0, 1)))));
        assertThat(ledger.parts(List.of())).isEmpty();
        assertThat(ledger.entry(job.uid(), 3).orElseThrow().kind()).isEqualTo("users");
        assertThat(ledger.entry(job.uid(), 3).orElseThrow().report()).containsExactly(reject);
    }

    private static ChunkEntry entry(int number, String kind, Counters counters, Reject... rejects) {
        return new ChunkEntry(number, number, number, digest("" + number), counters, List.of(rejects), kind, 1);
    }

    static Stream<Arguments> everyTypeOfLineIsStoredByItsCode() {
        ReportLine.Subject record = new ReportLine.Subject(3, 7L, "x", "users");
        ReportLine.Subject object = new ReportLine.Subject(0, null, "y", null);
        return Stream.of(
                arguments(
                        new Reject(record, "exists", "/name", "taken"),
                        "{'line':3,'key':'x','code':'exists','pointer':'/name','message':'taken','fileLine':7,"
                                + "'kind':'users'}"),
                arguments(
                        new Finding(record, Finding.Type.ABSENT, ""),
                        "{'line':3,'key':'x','code':'absent','pointer':'',"
                                + "'message':'The realm has nothing with the key of this record','fileLine':7,"
                                + "'kind':'users'}"),
                arguments(
                        new Finding(record, Finding.Type.DIFFERENT, "/email"),
                        "{'line':3,'key':'x','code':'different','pointer':'/email',"
                                + "'message':'The realm has another value here','fileLine':7,'kind':'users'}"),
                arguments(
                        new Finding(object, Finding.Type.EXTRA, ""),
                        "{'line':0,'key':'y','code':'extra','pointer':'','message':'No record names this'}"),
                arguments(
                        new Removal(object),
                        "{'line':0,'key':'y','code':'removed','pointer':'','message':'No record names this'}"),
                arguments(
                        new RecordWarning(record, new Warning("rows_not_restored", "Not all rows")),
                        "{'line':3,'key':'x','code':'rows_not_restored','pointer':'','message':'Not all rows',"
                                + "'fileLine':7,'kind':'users'}"));
    }

    @ParameterizedTest
    @MethodSource
    void everyTypeOfLineIsStoredByItsCode(ReportLine line, String stored) {
        String json = stored.replace('\'', '"');

        assertThat(ReportLines.write(List.of(line))).isEqualTo(json);
        assertThat(ReportLines.read(json)).containsExactly(line);
    }

    @Test
    void rejectsAreStoredInAsciiAndNoneAsNull() {
        Reject reject = new Reject(3, "jürgen", "invalid", "/username", "no");

        assertThat(ReportLines.write(List.of(reject, reject)).split("\n"))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).isASCII().contains("\\u00FC"));
        assertThat(ReportLines.write(List.of())).isNull();
    }

    @Test
    void committedChunksAreListedInOrder() {
        ImportJob job = job("people");
        ImportJob other = job("others");
        together(ledger -> {
            for (int number : new int[] {3, 1, 12, 2}) {
                ledger.append(job.uid(), chunk(number, new Counters(number, 0, 0, 0, 0)));
            }
            ledger.append(other.uid(), chunk(4, Counters.ZERO));
        });

        List<CommittedChunk> committed = ledger.committed(job.uid(), Integer.MIN_VALUE, 1000);

        assertThat(committed).extracting(CommittedChunk::chunk).containsExactly(1, 2, 3, 12);
        assertThat(committed.get(3))
                .usingRecursiveComparison()
                .isEqualTo(new CommittedChunk(12, digest("chunk 12"), new Counters(12, 0, 0, 0, 0), 41));
    }

    @Test
    void committedChunksAreReadPageByPage() {
        ImportJob job = job("people");
        together(ledger -> {
            for (int number : new int[] {3, 1, -1, 12, 2}) {
                ledger.append(job.uid(), chunk(number, Counters.ZERO));
            }
        });

        assertThat(ledger.committed(job.uid(), 1, 2))
                .extracting(CommittedChunk::chunk)
                .containsExactly(1, 2);
        assertThat(ledger.committed(job.uid(), 3, 2))
                .extracting(CommittedChunk::chunk)
                .containsExactly(3, 12);
        assertThat(ledger.committed(job.uid(), 13, 2)).isEmpty();
    }

    @Test
    void keysOfRejectsMayBeKeptAsHashes() {
        ImportJob job = job("people");
        ImportJob other = job("others");
        List<ReportLine> rejects = List.of(
                new Reject(1, "jdoe", "exists", "/username", "taken"),
                new Reject(2, "jdoe", "invalid", "/email", "no"),
                new Reject(3, null, "malformed_json", "", "no JSON"));
        for (ImportJob each : List.of(job, other)) {
            database.run(em -> new JpaJobLedger(
                            em, LIMIT, RejectKeys.HASHED, uid -> null, uid -> Optional.empty(), () -> NOW)
                    .append(each.uid(), new ChunkEntry(1, 1, 3, digest("1"), Counters.ZERO, rejects, null, 1)));
        }

        List<ReportLine> kept = ledger.entry(job.uid(), 1).orElseThrow().report();
        String hash = kept.get(0).key();

        assertThat(hash).matches("hmac-sha256:[0-9a-f]{64}");
        assertThat(kept)
                .containsExactly(
                        new Reject(1, hash, "exists", "/username", "taken"),
                        new Reject(2, hash, "invalid", "/email", "no"),
                        rejects.get(2));
        assertThat(ledger.entry(other.uid(), 1).orElseThrow().report().get(0).key())
                .isNotEqualTo(hash);
    }

    @Test
    void aChunkIsCommittedOnceAndTheSecondTakesItsDataDownWithIt() {
        ImportJob job = job("people");
        ledger.append(job.uid(), chunk(1, new Counters(1, 0, 0, 0, 0)));

        assertThatThrownBy(() -> together(ledger -> {
                    ledger.open(spec(REALM, "the chunk's data"), CALLER, "node-a", NOW);
                    ledger.append(job.uid(), chunk(1, new Counters(2, 0, 0, 0, 0)));
                }))
                .isInstanceOf(PersistenceException.class);

        assertThat(ledger.find(REALM, "the chunk's data")).isEmpty();
        assertThat(present("people").counters()).isEqualTo(new Counters(1, 0, 0, 0, 0));
    }

    @Test
    void aChunkOfADeletedJobIsNotCommitted() {
        assertThatThrownBy(() -> ledger.append("deleted", chunk(1, Counters.ZERO)))
                .isInstanceOf(PersistenceException.class);
    }

    @Test
    void appendingIsOneInsertThatLaterQueriesSeeWhateverTheFlushMode() {
        ImportJob job = job("people");

        List<String> statements = database.statementsOf(em -> {
            em.setFlushMode(FlushModeType.COMMIT);
            em.unwrap(Session.class).setJdbcBatchSize(100);
            ledger(em).append(job.uid(), chunk(1, Counters.ZERO));
            assertThat(ledger(em).committed(job.uid(), 1, 10)).hasSize(1);
            assertThat(em.unwrap(Session.class).getStatistics().getEntityCount())
                    .isZero();
        });

        assertThat(statements).hasSize(2);
        assertThat(statements.get(0)).startsWith("insert");
    }

    @Test
    void rejectsOfAllChunksAreHandedOverInLineOrderPageByPage() {
        ImportJob job = job("people");
        ImportJob other = job("others");
        int chunks = 63;
        together(ledger -> {
            for (int number = chunks; number > 0; number--) {
                long line = number * 1000L;
                Reject[] rejects = number % 5 == 0 ? new Reject[0] : new Reject[] {reject(line - 10), reject(line - 5)};
                ledger.append(job.uid(), chunk(number, new Counters(0, 0, 0, 0, rejects.length), rejects));
            }
            ledger.append(other.uid(), chunk(1, Counters.ZERO, reject(17)));
        });

        List<ReportLine> handedOver = new ArrayList<>();
        List<String> statements = database.statementsOf(em -> handOver(ledger(em), job, handedOver));

        assertThat(handedOver)
                .isEqualTo(IntStream.rangeClosed(1, chunks)
                        .filter(number -> number % 5 != 0)
                        .mapToLong(number -> number * 1000L)
                        .boxed()
                        .flatMap(line -> List.of(reject(line - 10), reject(line - 5)).stream())
                        .toList());
        assertThat(statements).hasSize(2);
    }

    @Test
    void aChunkMayBeRejectedAsAWhole() {
        ImportJob job = job("people");
        Reject[] rejects = IntStream.rangeClosed(1, 10_000)
                .mapToObj(line -> new Reject(line, "user" + line, "invalid", "/email", "x".repeat(100)))
                .toArray(Reject[]::new);
        ledger.append(job.uid(), chunk(1, new Counters(0, 0, 0, 0, 10_000), rejects));

        List<ReportLine> handedOver = new ArrayList<>();
        handOver(ledger, job, handedOver);

        assertThat(handedOver).containsExactly(rejects);
    }

    /** A long report is not read at once. */
    @Test
    void aPageOfRejectsEndsWithAChunk() {
        ImportJob job = job("people");
        Reject[] rejects = IntStream.rangeClosed(1, 5_000)
                .mapToObj(line -> new Reject(line, "user" + line, "invalid", "/email", "x".repeat(200)))
                .toArray(Reject[]::new);
        for (int number = 1; number <= 3; number++) {
            ledger.append(job.uid(), chunk(number, new Counters(0, 0, 0, 0, 5_000), rejects));
        }

        ReportPage first = ledger.report(job.uid(), ReportPage.BEGIN);

        assertThat(first.report()).hasSize(5_000);
        assertThat(first.lastChunk()).isOne();
        assertThat(ledger.report(job.uid(), 3).report()).isEmpty();
    }

    private static void handOver(JobLedger ledger, ImportJob job, List<ReportLine> to) {
        ReportPage page = ledger.report(job.uid(), ReportPage.BEGIN);
        while (!page.report().isEmpty()) {
            to.addAll(page.report());
            page = ledger.report(job.uid(), page.lastChunk());
        }
    }

    private static Reject reject(long line) {
        return new Reject(line, "user" + line, "duplicate", "/username", "taken");
    }
}
