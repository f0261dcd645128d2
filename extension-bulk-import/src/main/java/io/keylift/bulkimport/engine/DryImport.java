// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.KeyHash;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives the records of a dry import the outcomes that they would have if earlier chunks had been written. The names
 * that those chunks would have taken are stored next to the ledger.
 */
final class DryImport<V> implements DryRunAttempt.Correction<V> {

    private final KindRun<V> kind;

    DryImport(KindRun<V> kind) {
        this.kind = kind;
    }

    @Override
    public void correct(List<Item<V>> items, Chunk.Pass pass, JobLedger ledger) {
        endAwaiting(items, pass, ledger);
        correctImport(items, ledger);
    }

    /** Settles deferred records: a missing object counts as existing if an earlier line would have added it. */
    private void endAwaiting(List<Item<V>> items, Chunk.Pass pass, JobLedger ledger) {
        Set<Long> wanted = new HashSet<>();
        items.forEach(item -> item.awaited().forEach(awaited -> wanted.add(hash(awaited))));
        Set<Long> there = ledger.notedKeys(kind.job().uid(), wanted);
        for (Item<V> item : items) {
            if (item.awaited().isEmpty()) {
                continue;
            }
            if (item.awaited().stream().allMatch(awaited -> there.contains(hash(awaited)))) {
                item.endAwaiting();
                item.done(Outcome.ADDED, null);
            } else if (pass == Chunk.Pass.LAST) {
                DroppedParts.close(item);
                item.rejectAwaiting();
            } else if (pass == Chunk.Pass.DROP) {
                item.rejectAwaiting(key -> !there.contains(KeyHash.of(key.text()))
                        && !kind.waiting().include(key));
            }
        }
    }

    private static long hash(Item.Awaited awaited) {
        return KeyHash.of(awaited.uniqueKey().text());
    }

    private void correctImport(List<Item<V>> items, JobLedger ledger) {
        Map<Item<V>, Set<Long>> keys = new LinkedHashMap<>();
        Set<Long> all = new HashSet<>();
        for (Item<V> item : items) {
            if (item.outcome() == Outcome.ADDED || item.outcome() == Outcome.UPDATED) {
                Set<Long> hashes = new HashSet<>();
                kind.keys().unique(item).forEach(uniqueKey -> hashes.add(KeyHash.of(uniqueKey.text())));
                kind.operation().sharedKeys(item.record()).forEach(touched -> hashes.add(KeyHash.of(touched.text())));
                kind.operation().excludedKeys(item.record()).forEach(excluded -> hashes.add(exclusion(excluded)));
                keys.put(item, hashes);
                all.addAll(hashes);
            }
        }
        keys.keySet().forEach(item -> kind.keys().unique(item).forEach(uniqueKey -> all.add(exclusion(uniqueKey))));
        Set<Long> taken = ledger.notedKeys(kind.job().uid(), all);
        Set<Long> fresh = new HashSet<>();
        keys.forEach((item, hashes) -> {
            correct(item, taken);
            if (!item.isRejected()) {
                fresh.addAll(hashes);
            }
        });
        fresh.removeAll(taken);
        ledger.noteKeys(kind.job().uid(), fresh);
    }

    private static long exclusion(UniqueKey uniqueKey) {
        return KeyHash.of("not " + uniqueKey.text());
    }

    private void correct(Item<V> item, Set<Long> taken) {
        if (taken.isEmpty()) {
            return;
        }
        for (UniqueKey uniqueKey : kind.keys().unique(item)) {
            if (taken.contains(exclusion(uniqueKey))) {
                item.reject(
                        RejectCode.CONFLICT,
                        uniqueKey.pointer(),
                        "An earlier record of the input excludes this " + uniqueKey.type());
                return;
            }
        }
        if (item.outcome() != Outcome.ADDED) {
            return;
        }
        boolean key = true;
        for (UniqueKey uniqueKey : kind.keys().unique(item)) {
            if (taken.contains(KeyHash.of(uniqueKey.text()))) {
                correct(item, uniqueKey, key);
                return;
            }
            key = false;
        }
        if (kind.operation().sharedKeys(item.record()).stream()
                .anyMatch(touched -> taken.contains(KeyHash.of(touched.text())))) {
            item.done(Outcome.UPDATED, null);
        }
    }

    private void correct(Item<V> item, UniqueKey taken, boolean key) {
        if (!key) {
            item.reject(
                    RejectCode.CONFLICT,
                    taken.pointer(),
                    "An earlier record of the input already has this " + taken.type());
        } else {
            switch (kind.spec().ifExists()) {
                case FAIL ->
                    item.reject(
                            RejectCode.EXISTS,
                            taken.pointer(),
                            "An earlier record of the input already has this " + taken.type());
                case SKIP -> item.done(Outcome.SKIPPED, null);
                case OVERWRITE, MERGE -> item.done(Outcome.UPDATED, null);
            }
        }
    }
}
