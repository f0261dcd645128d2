// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.CommittedChunk;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.JobLedger.ReportPage;
import io.keylift.bulkimport.job.JobPart;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.ReportLine;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.jpa.HibernateHints;

/** The chunks of jobs: appended, never changed. */
final class ChunkLedger {

    /** Characters after which a page of rejects ends with its chunk: a chunk may have many rejects, or one. */
    private static final int REJECTS_PAGE = 1 << 20;

    private static final int CHUNKS_PAGE = 1000;

    /** Few enough that these rows fit into memory even if every record of large chunks is rejected. */
    private static final int CHUNKS_FETCHED = 20;

    private final EntityManager em;

    ChunkLedger(EntityManager em) {
        this.em = em;
    }

    void append(String uid, ChunkEntry entry) {
        KeyliftChunkEntity entity = new KeyliftChunkEntity(uid, entry);
        em.persist(entity);
        em.flush();
        em.detach(entity);
    }

    List<CommittedChunk> committed(String uid, int from, int max) {
        return em.createQuery(
                        "select c.chunk, c.digest, c.added, c.updated, c.removed, c.skipped, c.rejected, c.millis "
                                + "from KeyliftChunkEntity c where c.jobUid = :uid and c.chunk >= :from order by"
                                + " c.chunk",
                        CommittedRow.class)
                .setParameter("uid", uid)
                .setParameter("from", from)
                .setMaxResults(max)
                .getResultStream()
                .map(CommittedRow::toChunk)
                .toList();
    }

    /** The numbers of the chunks of the input that are committed. */
    List<Integer> ofInput(String uid) {
        return em.createQuery(
                        "select c.chunk from KeyliftChunkEntity c where c.jobUid = :uid and c.chunk > 0", Integer.class)
                .setParameter("uid", uid)
                .getResultList();
    }

    /** Sums over the chunks of each job that has any. */
    Map<String, Counters> counters(Collection<String> uids) {
        return uids.isEmpty()
                ? Map.of()
                : em.createQuery(
                                "select c.jobUid, sum(c.added), sum(c.updated), sum(c.removed), sum(c.skipped), "
                                        + "sum(c.rejected) from KeyliftChunkEntity c where c.jobUid in (:uids) "
                                        + "group by c.jobUid",
                                SumRow.class)
                        .setParameter("uids", uids)
                        .getResultStream()
                        .collect(Collectors.toMap(SumRow::uid, SumRow::toCounters));
    }

    Optional<ChunkEntry> entry(String uid, int chunk) {
        return em.createQuery(
                        "select c.chunk, c.firstLine, c.lastLine, c.digest, c.added, c.updated, c.removed, c.skipped, "
                                + "c.rejected, c.rejects, c.kind, c.millis from KeyliftChunkEntity c "
                                + "where c.jobUid = :uid and c.chunk = :chunk",
                        EntryRow.class)
                .setParameter("uid", uid)
                .setParameter("chunk", chunk)
                .getResultStream()
                .map(EntryRow::toEntry)
                .findFirst();
    }

    Map<String, List<JobPart>> parts(Collection<String> uids) {
        return em.createQuery(
                        "select c.jobUid, c.kind, min(case when c.firstLine > 0 then c.firstLine else :never end), "
                                + "sum(c.added), sum(c.updated), sum(c.removed), sum(c.skipped), sum(c.rejected) "
                                + "from KeyliftChunkEntity c where c.kind is not null and c.jobUid in "
                                + "(select j.uid from KeyliftJobEntity j where j.uid in (:uids) "
                                + "and j.spec.kind = :realm) "
                                + "group by c.jobUid, c.kind order by 3, max(c.chunk) desc",
                        PartRow.class)
                .setParameter("uids", uids)
                .setParameter("realm", JobSpec.REALM)
                .setParameter("never", Long.MAX_VALUE)
                .getResultStream()
                .collect(Collectors.groupingBy(
                        PartRow::uid, Collectors.mapping(PartRow::toPart, Collectors.toUnmodifiableList())));
    }

    void forgetExtra(String uid) {
        em.createQuery("delete from KeyliftChunkEntity c where c.jobUid = :uid and c.chunk < 0")
                .setParameter("uid", uid)
                .executeUpdate();
    }

    ReportPage report(String uid, int after) {
        List<ReportLine> report = new ArrayList<>();
        int last = after;
        int size = 0;
        try (Stream<RejectsRow> rows = em.createQuery(
                        "select c.chunk, c.rejects from KeyliftChunkEntity c where c.jobUid = :uid "
                                + "and c.chunk > :after and c.rejects is not null order by c.chunk",
                        RejectsRow.class)
                .setParameter("uid", uid)
                .setParameter("after", after)
                .setMaxResults(CHUNKS_PAGE)
                .setHint(HibernateHints.HINT_FETCH_SIZE, CHUNKS_FETCHED)
                .getResultStream()) {
            Iterator<RejectsRow> row = rows.iterator();
            while (size < REJECTS_PAGE && row.hasNext()) {
                RejectsRow next = row.next();
                ReportLines.read(next.rejects(), report::add);
                size += next.rejects().length();
                last = next.chunk();
            }
        }
        return new ReportPage(report, last);
    }

    private record SumRow(String uid, long added, long updated, long removed, long skipped, long rejected) {

        Counters toCounters() {
            return new Counters(added, updated, removed, skipped, rejected);
        }
    }

    private record CommittedRow(
            int chunk,
            byte[] digest,
            long added,
            long updated,
            long removed,
            long skipped,
            long rejected,
            long millis) {

        CommittedChunk toChunk() {
            return new CommittedChunk(chunk, digest, new Counters(added, updated, removed, skipped, rejected), millis);
        }
    }

    private record EntryRow(
            int chunk,
            long firstLine,
            long lastLine,
            byte[] digest,
            long added,
            long updated,
            long removed,
            long skipped,
            long rejected,
            String rejects,
            String kind,
            long millis) {

        ChunkEntry toEntry() {
            Counters counters = new Counters(added, updated, removed, skipped, rejected);
            return new ChunkEntry(
                    chunk, firstLine, lastLine, digest, counters, ReportLines.read(rejects), kind, millis);
        }
    }

    private record PartRow(
            String uid,
            String kind,
            long firstLine,
            long added,
            long updated,
            long removed,
            long skipped,
            long rejected) {

        JobPart toPart() {
            return new JobPart(kind, new Counters(added, updated, removed, skipped, rejected));
        }
    }

    private record RejectsRow(int chunk, String rejects) {}
}
