// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.verification;

import io.keylift.bulkimport.job.Finding;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.KeyHash;
import io.keylift.bulkimport.job.ListedIds;
import io.keylift.bulkimport.job.ReportLine;
import io.keylift.bulkimport.kind.SearchedObjects;
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
 * have found; afterwards, all objects of the realm are looked up among the notes.
 *
 * @param <R> class of a record
 */
public final class UnlistedObjects<R> implements SearchedObjects {

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

    /** Notes that the records of a chunk name the objects with these ids. */
    public static void note(JobLedger ledger, String uid, int chunk, String kind, Collection<String> ids) {
        Set<Long> hashes = ids.stream().map(id -> hash(kind, id)).collect(Collectors.toSet());
        ledger.list(uid, chunk, hashes);
    }

    /** Objects of different kinds can have the same id. */
    private static long hash(String kind, String id) {
        return KeyHash.of(kind + " " + id);
    }

    @Override
    public VisibleObjects.Page<R> visible(ReadContext context, String after, int limit) {
        return new VisibleObjects<>(kind.source(), new ComparedContext(context), VerificationWriter.ALL)
                .page(after, limit);
    }

    @Override
    public List<String> unlisted(JobLedger ledger, List<String> ids) {
        return ListedIds.without(ledger, job.uid(), ids, id -> hash(kind.getId(), id));
    }

    /** The findings of objects that no record names. Those that are gone meanwhile are missing. */
    public List<ReportLine> findings(ReadContext context, List<String> ids) {
        Map<String, R> records = kind.source().load(new ComparedContext(context), VerificationWriter.ALL, ids);
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
