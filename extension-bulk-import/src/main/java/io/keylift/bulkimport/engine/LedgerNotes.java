// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.KeyHash;
import io.keylift.bulkimport.kind.spi.JobNotes;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Notes that are stored next to the ledger, in the table of the keys of dry runs. */
record LedgerNotes(JobLedger ledger, String uid) implements JobNotes {

    @Override
    public void add(Collection<String> notes) {
        if (!notes.isEmpty()) {
            ledger.noteKeys(uid, hashes(notes).keySet());
        }
    }

    @Override
    public Set<String> made(Collection<String> notes) {
        Map<Long, String> hashes = hashes(notes);
        Set<String> made = new HashSet<>();
        ledger.notedKeys(uid, hashes.keySet()).forEach(hash -> made.add(hashes.get(hash)));
        return made;
    }

    @Override
    public Optional<byte[]> keptRows(String undone, int chunk, int part) {
        return ledger.undoRows(undone, chunk, part);
    }

    @Override
    public boolean leavesAny() {
        return ledger.hasLeft(uid);
    }

    private static Map<Long, String> hashes(Collection<String> notes) {
        Map<Long, String> hashes = new LinkedHashMap<>();
        notes.forEach(note -> hashes.put(KeyHash.of("note " + note), note));
        return hashes;
    }
}
