// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.verification;

import io.keylift.bulkimport.job.Finding;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.KeyHash;
import io.keylift.bulkimport.job.ReportLine;
import io.keylift.bulkimport.kind.VisibleObjects;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.ReadContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the objects of a realm that no record of a verification names. The chunks note the ids of the objects that they
 * have found; afterwards, all objects of the realm are looked up among the notes, page by page.
 *
 * @param <R> class of a record
 */
public final class UnlistedObjects<R> {

    /** How many objects that the caller may view belong to one entry of the ledger. */
    public static final int PAGE_SIZE = 1000;

    private final ImportKind<R, ?> kind;
    private final ImportJob job;

    /**
     * @param kind a kind that has a source
     * @param job one of the kind, or of several
     */
    UnlistedObjects(ImportKind<R, ?> kind, ImportJob job) {
        this.kind = kind;
        this.job = job;
    }

    /**
     * A page of objects that the caller may view.
     *
     * @param objects how many there are, which may be less than were asked for although there is a next page
     * @param extra the objects among them that no record names
     * @param next where the next page begins; {@code null} if there is none
     */
    public record Page(int objects, List<ReportLine> extra, String next) {}

    /** Notes that records of the kind name the objects with these ids. */
    public static void note(JobLedger ledger, String uid, String kind, Collection<String> ids) {
        Set<Long> hashes = ids.stream().map(id -> hash(kind, id)).collect(Collectors.toSet());
        ledger.noteMissingKeys(uid, hashes);
    }

    /** Objects of different kinds can have the same id. */
    private static long hash(String kind, String id) {
        return KeyHash.of(kind + " " + id);
    }

    /**
     * @param after end of the page before; {@code null} for the first page
     * @param limit maximum number of objects
     */
    public Page page(ReadContext context, JobLedger ledger, String after, int limit) {
        ComparedContext compared = new ComparedContext(context);
        VisibleObjects.Page<R> page =
                new VisibleObjects<>(kind.source(), compared, VerificationWriter.ALL).page(after, limit);
        Set<Long> noted = ledger.notedKeys(
                job.uid(), page.ids().stream().map(id -> hash(kind.getId(), id)).toList());
        List<String> ids = page.ids().stream()
                .filter(id -> !noted.contains(hash(kind.getId(), id)))
                .toList();
        Map<String, R> records = page.records() != null
                ? page.records()
                : ids.isEmpty() ? Map.of() : kind.source().load(compared, VerificationWriter.ALL, ids);
        return new Page(page.positions().size(), extra(ids, records), page.next());
    }

    private List<ReportLine> extra(List<String> ids, Map<String, R> records) {
        List<ReportLine> extra = new ArrayList<>(records.size());
        for (String id : ids) {
            R record = records.get(id);
            if (record != null) {
                String named = job.spec().isOfRealm() ? kind.getId() : null;
                ReportLine.Subject subject = new ReportLine.Subject(0, null, kind.key(record), named);
                extra.add(new Finding(subject, Finding.Type.EXTRA, ""));
            }
        }
        return extra;
    }
}
