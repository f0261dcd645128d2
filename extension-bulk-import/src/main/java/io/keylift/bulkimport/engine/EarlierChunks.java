// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.CommittedChunk;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The chunks that earlier runs of a job committed. They are read from the ledger page by page while the input is read,
 * because there can be millions.
 */
final class EarlierChunks {

    static final int PAGE = 1000;

    private final Ledger ledger;
    private final Map<Integer, CommittedChunk> page = new HashMap<>();
    private int pageEnd;
    private int last;

    /** Reads a page of the ledger. */
    interface Ledger {
        /** At most {@code max} chunks from this number on, in ascending order. */
        List<CommittedChunk> committed(int from, int max) throws InterruptedException;
    }

    /** @param ledger {@code null} if there was no earlier run */
    EarlierChunks(Ledger ledger) {
        this.ledger = ledger;
        this.pageEnd = ledger == null ? Integer.MAX_VALUE : 0;
    }

    /**
     * The chunk of this number, or {@code null} if no earlier run has committed it. Must be called in the order of the
     * input.
     */
    CommittedChunk take(int number) throws InterruptedException {
        if (number > pageEnd) {
            page.clear();
            List<CommittedChunk> chunks = ledger.committed(number, PAGE);
            chunks.forEach(chunk -> page.put(chunk.chunk(), chunk));
            pageEnd = chunks.size() < PAGE
                    ? Integer.MAX_VALUE
                    : chunks.get(chunks.size() - 1).chunk();
        }
        last = number;
        return page.remove(number);
    }

    /** Whether the ledger has a chunk after the last one that was asked for. */
    boolean goOn() throws InterruptedException {
        return ledger != null && !ledger.committed(last + 1, 1).isEmpty();
    }

    /** How many chunks of deferred lines there are: their numbers go from -1 downwards. */
    int deferred() throws InterruptedException {
        if (ledger == null) {
            return 0;
        }
        List<CommittedChunk> first = ledger.committed(Integer.MIN_VALUE, 1);
        return first.isEmpty() ? 0 : Math.max(0, -first.get(0).chunk());
    }
}
