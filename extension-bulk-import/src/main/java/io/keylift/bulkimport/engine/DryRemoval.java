// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.KeyHash;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Gives the records of a dry removal the outcomes that they would have if earlier records had really been removed. */
final class DryRemoval<V> implements DryRunAttempt.Correction<V> {

    private final KindRun<V> kind;

    DryRemoval(KindRun<V> kind) {
        this.kind = kind;
    }

    @Override
    public void correct(List<Item<V>> items, Chunk.Pass pass, JobLedger ledger) {
        Map<Item<V>, Set<Long>> parts = new LinkedHashMap<>();
        Set<Long> all = new HashSet<>();
        for (Item<V> item : items) {
            if (item.outcome() == Outcome.REMOVED) {
                Set<Long> hashes =
                        item.result().removedParts().stream().map(KeyHash::of).collect(Collectors.toSet());
                parts.put(item, hashes);
                all.addAll(hashes);
            }
        }
        Set<Long> gone = new HashSet<>(ledger.notedKeys(kind.job().uid(), all));
        Set<Long> fresh = new HashSet<>(all);
        fresh.removeAll(gone);
        parts.forEach((item, hashes) -> {
            if (!gone.addAll(hashes)) {
                item.done(Outcome.SKIPPED, item.id());
            }
        });
        ledger.noteKeys(kind.job().uid(), fresh);
    }
}
