// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.verification;

import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.KeyHash;
import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RecordSource.Position;
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
public final class ExtraObjects<R> {

    private static final int PAGE_SIZE = 1000;

    private final ImportKind<R, ?> kind;
    private final String uid;

    /**
     * @param kind a kind that has a source
     * @param uid of the job
     */
    public ExtraObjects(ImportKind<R, ?> kind, String uid) {
        this.kind = kind;
        this.uid = uid;
    }

    /**
     * A page of objects.
     *
     * @param extra those that no record names
     * @param next where the next page begins; {@code null} if there is none
     */
    public record Page(List<Reject> extra, String next) {}

    /** Notes that records name the objects with these ids. */
    public static void note(JobLedger ledger, String uid, Collection<String> ids) {
        Set<Long> hashes = ids.stream().map(KeyHash::of).collect(Collectors.toSet());
        hashes.removeAll(ledger.notedKeys(uid, hashes));
        ledger.noteKeys(uid, hashes);
    }

    /** @param after end of the page before; {@code null} for the first page */
    public Page page(ReadContext context, JobLedger ledger, String after) {
        ComparedContext compared = new ComparedContext(context);
        List<Position> positions = kind.source().positions(compared, VerificationWriter.ALL, after, PAGE_SIZE);
        Set<Long> noted = ledger.notedKeys(
                uid, positions.stream().map(Position::id).map(KeyHash::of).toList());
        List<String> ids = positions.stream()
                .map(Position::id)
                .filter(id -> !noted.contains(KeyHash.of(id)))
                .toList();
        String next = positions.size() < PAGE_SIZE
                ? null
                : positions.get(positions.size() - 1).after();
        return new Page(ids.isEmpty() ? List.of() : extra(compared, ids), next);
    }

    /** Without the objects that the caller may not view. */
    private List<Reject> extra(ComparedContext context, List<String> ids) {
        Map<String, R> records = kind.source().load(context, VerificationWriter.ALL, ids);
        List<Reject> extra = new ArrayList<>(records.size());
        for (String id : ids) {
            R record = records.get(id);
            if (record != null) {
                extra.add(new Reject(0, kind.key(record), Reject.EXTRA, "", "No record names this"));
            }
        }
        return extra;
    }
}
