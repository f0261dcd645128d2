// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;

/** Looks up ids among the objects that the records of a job name, in one pass over the notes of its chunks. */
public final class ListedIds {

    /** Hashes are uniform: their first bits find the few that may be equal. */
    private static final int BITS = 16;

    private final long[] hashes;
    private final int[] begins = new int[(1 << BITS) + 1];
    private final BitSet listed;

    private ListedIds(long[] sorted) {
        hashes = sorted;
        listed = new BitSet(sorted.length);
        for (long hash : sorted) {
            begins[place(hash) + 1]++;
        }
        Arrays.parallelPrefix(begins, Integer::sum);
    }

    /** Ascends with the hash. */
    private static int place(long hash) {
        return (int) ((hash ^ Long.MIN_VALUE) >>> (Long.SIZE - BITS));
    }

    /**
     * The ids that the records of a job do not name, in their order.
     *
     * @param hash of an id, as it is noted
     */
    public static List<String> without(JobLedger ledger, String uid, List<String> ids, ToLongFunction<String> hash) {
        if (ids.isEmpty()) {
            return ids;
        }
        long[] hashes = ids.stream().mapToLong(hash).toArray();
        ListedIds index =
                new ListedIds(Arrays.stream(hashes).sorted().distinct().toArray());
        ledger.forEachListed(uid, index::list);
        List<String> missing = new ArrayList<>();
        Set<Long> missingHashes = new HashSet<>();
        for (int i = 0; i < hashes.length; i++) {
            if (!index.listed.get(Arrays.binarySearch(index.hashes, hashes[i]))) {
                missing.add(ids.get(i));
                missingHashes.add(hashes[i]);
            }
        }
        // Chunks that an earlier release has committed noted each object beside the names of a dry run.
        Set<Long> noted = ledger.notedKeys(uid, missingHashes);
        missing.removeIf(id -> noted.contains(hash.applyAsLong(id)));
        return missing;
    }

    private void list(long hash) {
        int place = place(hash);
        for (int i = begins[place]; i < begins[place + 1]; i++) {
            if (hashes[i] == hash) {
                listed.set(i);
            }
        }
    }
}
