// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.NameHash;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.Claim;
import io.keylift.bulkimport.kind.Item;
import io.keylift.bulkimport.kind.RejectCode;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives the records of a dry run the outcomes they would have had if earlier chunks had been written: the names those would have taken
 * are kept beside the ledger.
 */
final class DryRun<R> {

    private final KindTask<R> task;
    private final String uid;
    private final IfExists ifExists;

    DryRun(KindTask<R> task, String uid, IfExists ifExists) {
        this.task = task;
        this.uid = uid;
        this.ifExists = ifExists;
    }

    /** Corrects the outcomes of a chunk and notes its claims, in the transaction of its line in the ledger. */
    void correct(List<Item<R>> items, Chunk.Pass pass, JobLedger ledger) {
        if (task.isRemoval()) {
            new DryRemoval(uid).correct(items, ledger);
        } else {
            endAwaiting(items, pass, ledger);
            correctImport(items, ledger);
        }
    }

    /** What a record waits for is there if an earlier line would have made it. */
    private void endAwaiting(List<Item<R>> items, Chunk.Pass pass, JobLedger ledger) {
        Set<Long> wanted = new HashSet<>();
        items.forEach(item -> item.awaited().forEach(awaited -> wanted.add(hash(awaited))));
        Set<Long> there = ledger.claimed(uid, wanted);
        for (Item<R> item : items) {
            if (item.awaited().isEmpty()) {
                continue;
            }
            if (item.awaited().stream().allMatch(awaited -> there.contains(hash(awaited)))) {
                item.endAwaiting();
                item.done(Outcome.ADDED, null);
            } else if (pass == Chunk.Pass.LAST) {
                item.rejectAwaiting();
            }
        }
    }

    private static long hash(Item.Awaited awaited) {
        return NameHash.of(awaited.claim().text());
    }

    private void correctImport(List<Item<R>> items, JobLedger ledger) {
        Map<Item<R>, Set<Long>> claims = new LinkedHashMap<>();
        Set<Long> all = new HashSet<>();
        for (Item<R> item : items) {
            if (item.outcome() == Outcome.ADDED || item.outcome() == Outcome.UPDATED) {
                Set<Long> hashes = new HashSet<>();
                task.claims(item.record()).forEach(claim -> hashes.add(NameHash.of(claim.text())));
                task.touched(item.record()).forEach(touched -> hashes.add(NameHash.of(touched.text())));
                task.excluded(item.record()).forEach(excluded -> hashes.add(exclusion(excluded)));
                claims.put(item, hashes);
                all.addAll(hashes);
            }
        }
        claims.keySet().forEach(item -> task.claims(item.record()).forEach(claim -> all.add(exclusion(claim))));
        Set<Long> taken = ledger.claimed(uid, all);
        Set<Long> fresh = new HashSet<>();
        claims.forEach((item, hashes) -> {
            correct(item, taken);
            if (!item.isRejected()) {
                fresh.addAll(hashes);
            }
        });
        fresh.removeAll(taken);
        ledger.claim(uid, fresh);
    }

    private static long exclusion(Claim claim) {
        return NameHash.of("not " + claim.text());
    }

    private void correct(Item<R> item, Set<Long> taken) {
        if (taken.isEmpty()) {
            return;
        }
        for (Claim claim : task.claims(item.record())) {
            if (taken.contains(exclusion(claim))) {
                item.reject(
                        RejectCode.CONFLICT,
                        claim.pointer(),
                        "An earlier record of the input excludes this " + claim.sort());
                return;
            }
        }
        if (item.outcome() != Outcome.ADDED) {
            return;
        }
        boolean key = true;
        for (Claim claim : task.claims(item.record())) {
            if (taken.contains(NameHash.of(claim.text()))) {
                correct(item, claim, key);
                return;
            }
            key = false;
        }
        if (task.touched(item.record()).stream().anyMatch(touched -> taken.contains(NameHash.of(touched.text())))) {
            item.done(Outcome.UPDATED, null);
        }
    }

    private void correct(Item<R> item, Claim taken, boolean key) {
        if (!key) {
            item.reject(
                    RejectCode.CONFLICT, taken.pointer(), "An earlier record of the input has this " + taken.sort());
        } else {
            switch (ifExists) {
                case FAIL ->
                    item.reject(
                            RejectCode.EXISTS,
                            taken.pointer(),
                            "An earlier record of the input has this " + taken.sort());
                case SKIP -> item.done(Outcome.SKIPPED, null);
                case OVERWRITE, MERGE -> item.done(Outcome.UPDATED, null);
            }
        }
    }
}
