// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Counters;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderedResultsTest {

    private final ReportedChunks told = new ReportedChunks();
    private final OrderedResults results = new OrderedResults(told);

    private void add(int chunk, boolean resumed) {
        results.add(entry(chunk), List.of(), resumed);
    }

    private static ChunkEntry entry(int chunk) {
        return new ChunkEntry(chunk, chunk, chunk, new byte[0], new Counters(2, 0, 0, 0, 1), List.of(), null, 0);
    }

    @Test
    void law1_chunksAreToldInTheOrderOfTheInput() {
        add(3, false);
        add(2, false);
        assertThat(told.numbers()).isEmpty();

        add(1, false);
        assertThat(told.numbers()).containsExactly(1, 2, 3);
    }

    @Test
    void chunksBehindOneThatFailedAreToldAtTheEnd() {
        add(1, false);
        add(4, false);
        add(3, false);
        results.flush();

        assertThat(told.numbers()).containsExactly(1, 3, 4);
    }

    @Test
    void deferredLinesComeBehindAllChunks() {
        add(1, false);
        results.addDeferred(entry(-1), List.of(), false);

        assertThat(told.numbers()).containsExactly(1, -1);
        assertThat(results.counters().read()).isEqualTo(6);
    }

    @Test
    void onlyWhatThisRunCommittedCountsAsProcessed() {
        add(1, true);
        add(2, false);

        assertThat(results.counters().read()).isEqualTo(6);
        assertThat(results.processed()).isEqualTo(3);
    }

    @Test
    void resultsThatWaitAreBounded() {
        for (int chunk = 2; !results.isFull(); chunk++) {
            add(chunk, false);
        }
        assertThat(told.numbers()).isEmpty();

        add(1, false);
        assertThat(results.isFull()).isFalse();
    }
}
